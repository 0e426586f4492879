import { describeConnection } from '../../../shared/connection-words.ts'
import { createFormat } from '../../../shared/format.ts'
import type { ConnectionState } from '../../../shared/model/connection.ts'
import { dayDirection, dayPercent, figureWords, quoteWords, sumWords } from './tray-figures.ts'
import type { TrayReading } from './tray-reading.ts'

export type TrayIcon = 'up' | 'down' | 'closed' | 'offline' | 'trouble'

/** What the tray shows: an icon, a word beside it where the system has room, a tooltip, and the menu's lines. */
export interface TrayState {
  readonly icon: TrayIcon
  readonly title: string
  readonly tooltip: string
  readonly heading: readonly string[]
  readonly quotes: readonly { readonly symbol: string; readonly words: string }[]
  readonly accounts: readonly { readonly id: string; readonly words: string }[]
  readonly isPaused: boolean
  readonly hidesAmounts: boolean
}

/** Says in the tray what was read. `turn` counts up where figures take turns. */
export function describeTray(reading: TrayReading, now: number, turn: number): TrayState {
  const { settings, connection, overview, quotes } = reading
  const format = createFormat(settings)
  const { hideAmounts, accountCurrency: currency } = settings
  const figure = figureWords(settings.tray.shows, reading, format, turn)
  const total = figureWords('total', reading, format, turn)
  const day = sumWords(overview.dailyPnl, format, hideAmounts)
  const percent = dayPercent(reading)
  const connectionWords = describeConnection(connection, now, format).text
  const heading = [
    `Total  ${total}`,
    `Today  ${day}${percent === null ? '' : `  ${format.percent(percent, 2, { signed: true })}`}`,
    connection.phase === 'paused' ? capitalise(connectionWords) : connectionWords,
    overview.asOf === null ? 'nothing read yet' : `read ${format.time(overview.asOf)}`,
  ]
  return {
    icon: chooseIcon(connection, reading),
    title: figure,
    tooltip: ['Tidemark', figure, ...heading.slice(2)].filter((line) => line !== '').join('\n'),
    heading,
    quotes: quotes.map((row) => ({ symbol: row.symbol, words: quoteWords(row, format) })),
    accounts: overview.accounts.map(({ id, equity }) => ({
      id,
      words: `${id}  ${hideAmounts && equity !== null ? '•••' : format.amount(equity, { currency })}`,
    })),
    isPaused: connection.phase === 'paused',
    hidesAmounts: hideAmounts,
  }
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function chooseIcon({ phase, market }: ConnectionState, reading: TrayReading): TrayIcon {
  if (phase === 'offline') return 'offline'
  if (phase === 'trouble' || phase === 'signed-out') return 'trouble'
  if (phase !== 'live' || (market.closed > 0 && market.open + market.unknown === 0)) return 'closed'
  return dayDirection(reading) ?? 'closed'
}
