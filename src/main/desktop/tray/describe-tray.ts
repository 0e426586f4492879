import { cleanText } from '#shared/clean-text.ts'
import { dayPercent } from '#shared/day-percent.ts'
import { sign } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { ConnectionState } from '#shared/model/app/connection.ts'
import { cachedFormat } from '#shared/text/cached-format.ts'
import { describeState } from '#shared/text/connection-words.ts'
import type { Format } from '#shared/text/format.ts'
import { dayLabel } from '#shared/text/session-words.ts'
import { figureAt, figureName, figureWords, quoteWords, type TrayReading, dayWords } from './tray-figures.ts'

/** The day's profit, also in percent, and then its sessions, unless all are of today. */
function dayLines(reading: TrayReading, now: number, format: Format): readonly [string, ...string[]] {
  const percent = dayPercent(reading.overview)
  const percentWords = percent === null ? '' : `  ${format.percent(percent, 2, { signed: true })}`
  const { name, note } = dayLabel(reading.overview.contribution?.sessions ?? [], now, format.date)
  return [`${name}  ${dayWords(reading, format)}${percentWords}`, ...(note === null ? [] : [note])]
}

/** The direction of the day: of its sum in the base currency, or of the sums of all currencies, if they agree. */
function dayDirection({ overview }: TrayReading): 'up' | 'down' | null {
  const { day } = overview
  const amounts = day === null || day.amount === null ? overview.dailyPnl.amounts : [{ amount: day.amount }]
  const signs = new Set(amounts.map(({ amount }) => sign(amount)).filter((value) => value !== 0))
  return signs.size !== 1 ? null : signs.has(1) ? 'up' : 'down'
}

export type TrayIcon = 'up' | 'down' | 'closed' | 'offline' | 'trouble'

/** The content of the tray: an icon, a title next to it on macOS, a tooltip, and the lines of the menu. */
export interface TrayState {
  readonly icon: TrayIcon
  readonly title: string
  readonly tooltip: string
  readonly heading: readonly string[]
  readonly quotes: readonly { readonly symbol: string; readonly words: string }[]
  readonly accounts: readonly { readonly id: string; readonly words: string }[]
  readonly isPaused: boolean
  readonly hidesAmounts: boolean
  /** Whether a PIN is set. */
  readonly canLock: boolean
}

/**
 * Formats a reading for the tray. `sequence` counts up and selects the alternating figure; the system truncates tooltips
 * that are longer than `maxTooltipLength`.
 */
export function describeTray(
  reading: TrayReading & { readonly canLock?: boolean },
  now: number,
  sequence: number,
  maxTooltipLength: number = Infinity,
): TrayState {
  const { settings, connection, overview, quotes } = reading
  const format = cachedFormat(settings.locale)
  const { hideAmounts } = settings
  const shown = figureAt(settings.tray.shows, reading, sequence)
  const figure = cleanText(figureWords(shown, reading, format))
  // Without the age of the last response: the time of the figures follows, and an age would change the menu every few seconds.
  const connectionWords = describeState(connection, now, format).text
  const total = `${m.desktop_total()}  ${figureWords('total', reading, format)}`
  const [day, ...sessions] = dayLines(reading, now, format)
  const status = [
    connection.phase === 'paused' ? capitalise(connectionWords) : connectionWords,
    overview.asOf === null ? m.desktop_not_updated_yet() : m.desktop_updated_at({ at: format.time(overview.asOf) }),
  ]
  const symbols = quotes.map((row) => ({ symbol: row.symbol, words: cleanText(quoteWords(row, format)) }))
  const first =
    shown === 'total' ? total : shown.startsWith('day-') ? day : named(cleanText(figureName(shown, reading)), figure)
  // Each figure appears once. With "icon only" the tooltip has no figure either.
  const known = first === day ? [...sessions, total] : [total, day, ...sessions]
  const others = [...known, ...symbols.map(({ words }) => words)].filter((line) => line !== first)
  const [begin, middle] = shown === 'icon-only' ? [[], []] : [[first], others]
  return {
    icon: chooseIcon(connection, reading),
    title: figure,
    tooltip: fitLines(['Tidemark', ...begin], middle, status, maxTooltipLength),
    heading: [total, day, ...sessions, ...status],
    quotes: symbols,
    accounts: overview.accounts.map(({ id, equity, equityCurrency }) => ({
      id,
      words: `${cleanText(id)}  ${hideAmounts && equity !== null ? '•••' : format.amount(equity, { currency: equityCurrency?.currency })}`,
    })),
    isPaused: connection.phase === 'paused',
    hidesAmounts: hideAmounts,
    canLock: reading.canLock === true,
  }
}

const named = (name: string, words: string): string => (name === '' ? words : `${name}  ${words}`)

/** Drops lines from the end of the middle until the text fits, so that the system does not truncate the last lines. */
function fitLines(
  begin: readonly string[],
  middle: readonly string[],
  end: readonly string[],
  maxLength: number,
): string {
  const join = (count: number): string => [...begin, ...middle.slice(0, count), ...end].join('\n')
  const counts = middle.map((_, index) => index + 1)
  return join(counts.findLast((count) => join(count).length <= maxLength) ?? 0)
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function chooseIcon({ phase, market }: ConnectionState, reading: TrayReading): TrayIcon {
  if (phase === 'offline') return 'offline'
  if (phase === 'trouble' || phase === 'refused' || phase === 'untrusted' || phase === 'signed-out') return 'trouble'
  if (phase !== 'live' || (market.closed > 0 && market.open + market.unknown === 0)) return 'closed'
  return dayDirection(reading) ?? 'closed'
}
