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

/**
 * Says in the tray what was read. `turn` counts up where figures take turns; a tooltip longer than `longestTooltip` the system
 * would cut off.
 */
export function describeTray(
  reading: TrayReading,
  now: number,
  turn: number,
  longestTooltip: number = Infinity,
): TrayState {
  const { settings, connection, overview, quotes } = reading
  const format = createFormat(settings)
  const { hideAmounts, accountCurrency: currency } = settings
  const figure = figureWords(settings.tray.shows, reading, format, turn)
  const percent = dayPercent(reading)
  const connectionWords = describeConnection(connection, now, format).text
  const figures = [
    `Total  ${figureWords('total', reading, format, turn)}`,
    `Today  ${sumWords(overview.dailyPnl, format, hideAmounts)}${percent === null ? '' : `  ${format.percent(percent, 2, { signed: true })}`}`,
  ]
  const standing = [
    connection.phase === 'paused' ? capitalise(connectionWords) : connectionWords,
    overview.asOf === null ? 'nothing read yet' : `read ${format.time(overview.asOf)}`,
  ]
  const symbols = quotes.map((row) => ({ symbol: row.symbol, words: quoteWords(row, format) }))
  // Once is enough; and whoever wants the icon alone sees no figure by it either.
  const shown = [figure, `Total  ${figure}`, `Today  ${figure}`]
  const others = [...figures, ...symbols.map(({ words }) => words)].filter((line) => !shown.includes(line))
  const [first, middle] = settings.tray.shows === 'icon-only' ? [[], []] : [[figure], others]
  return {
    icon: chooseIcon(connection, reading),
    title: figure,
    tooltip: fitLines(['Tidemark', ...first], middle, standing, longestTooltip),
    heading: [...figures, ...standing],
    quotes: symbols,
    accounts: overview.accounts.map(({ id, equity }) => ({
      id,
      words: `${id}  ${hideAmounts && equity !== null ? '•••' : format.amount(equity, { currency })}`,
    })),
    isPaused: connection.phase === 'paused',
    hidesAmounts: hideAmounts,
  }
}

/** As many lines of the middle, from the first, as there is room for: what stands at the end must not be cut off. */
function fitLines(
  begin: readonly string[],
  middle: readonly string[],
  end: readonly string[],
  longest: number,
): string {
  const join = (count: number): string => [...begin, ...middle.slice(0, count), ...end].join('\n')
  const counts = middle.map((_, index) => index + 1)
  return join(counts.findLast((count) => join(count).length <= longest) ?? 0)
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function chooseIcon({ phase, market }: ConnectionState, reading: TrayReading): TrayIcon {
  if (phase === 'offline') return 'offline'
  if (phase === 'trouble' || phase === 'signed-out') return 'trouble'
  if (phase !== 'live' || (market.closed > 0 && market.open + market.unknown === 0)) return 'closed'
  return dayDirection(reading) ?? 'closed'
}
