import type { TransactionRow } from '#shared/model/transaction/transaction.ts'
import { kindTitles } from '#shared/text/transaction-kinds.ts'
import { moneyOf, piecesOf, priceOf } from '../../lib/words/transaction-figures.ts'
import type { ColumnKey } from './line-text.ts'

/** The length of the longest text of each column, in characters or digits. */
export type ColumnLengths = Readonly<Record<ColumnKey, number>>

/** The width of a digit in px; all digits have the same width. Letters and spaces are narrower on average. */
const digitPx = 8.45
const letterPx = 7.2
/** Short words can have more wide letters than average. */
const slackPx = 10
/** The width of a capital letter of a time, and of another letter, space or point, as a fraction of a digit. */
const [capitalOfTime, restOfTime] = [1.2, 0.65]
/** The width of a currency code next to an amount, with the space before it. */
const currencyPx = 32
/**
 * The maximum lengths of texts, in characters; longer texts can be cut. The name of a transaction gets less space than the
 * instrument, because it often repeats the kind.
 */
const [maxName, maxInstrument] = [24, 48]

/**
 * The length of a formatted figure, in digits: whole digits in groups of three, a sign, and at least `minDecimals`. A separator is half
 * as wide as a digit.
 */
function figureLength(value: string | null | undefined, minDecimals: number): number {
  if (value == null) return 1
  const [whole = '', decimals = ''] = value.replace('-', '').split('.')
  const places = Math.max(minDecimals, decimals.length)
  return 1 + whole.length + Math.floor((whole.length - 1) / 3) / 2 + (places === 0 ? 0 : 0.5 + places)
}

const measured = ['account', 'kind', 'name', 'instrument', 'quantity', 'price', 'amount'] as const

/** The lengths of the texts of one row. Nothing is formatted, because this runs while the list is scrolled. */
const lengthsOf = (row: TransactionRow): Omit<ColumnLengths, 'time'> => ({
  account: row.accountId.length,
  kind: kindTitles[row.kind].length,
  name: Math.min(maxName, row.transaction.name.length),
  // The symbol is next to the name.
  instrument: Math.min(maxInstrument, (row.instrumentName?.length ?? -2) + 2 + row.transaction.symbol.length),
  quantity: figureLength(piecesOf(row), 0),
  price: figureLength(priceOf(row), 0) + 1,
  amount: figureLength(moneyOf(row), 2),
})

/** The maximum of the known lengths and those of the new rows: columns only grow while the list is scrolled. */
export function withRows(known: ColumnLengths, rows: readonly TransactionRow[]): ColumnLengths {
  const longest: Record<ColumnKey, number> = { ...known }
  for (const row of rows) {
    const lengths = lengthsOf(row)
    for (const key of measured) longest[key] = Math.max(longest[key], lengths[key])
  }
  return longest
}

/** The length of a formatted time, in digits. */
function timeLength(time: string): number {
  const [digits, capitals] = [/\d/g, /\p{Lu}/gu].map((kind) => time.match(kind)?.length ?? 0) as [number, number]
  return digits + capitals * capitalOfTime + (time.length - digits - capitals) * restOfTime
}

/** The length of the longest time of a year in the user's formats, in digits: that of its longest month and hour. */
export function longestTime(format: (at: number) => string): number {
  const lengthAt = (month: number, hour: number): number => timeLength(format(Date.UTC(2026, month, 28, hour, 48)))
  const months = Array.from({ length: 12 }, (_, month) => lengthAt(month, 0))
  const longest = months.indexOf(Math.max(...months))
  return Math.max(...Array.from({ length: 24 }, (_, hour) => lengthAt(longest, hour)))
}

/** The initial lengths, before any row is known. `time` is that of the longest time, in digits. */
export const noLengths = (time: number): ColumnLengths => ({
  time,
  account: 0,
  kind: 0,
  name: 0,
  instrument: 0,
  quantity: 0,
  price: 0,
  amount: 0,
})

interface TrackColumn {
  readonly key: ColumnKey
  readonly title: string
  readonly isNumber?: true
}

const isOfNames = ({ key }: TrackColumn): boolean => key === 'name' || key === 'instrument'

/**
 * The grid tracks of the columns. Times, kinds and figures are as wide as their content. Names share the remaining width in
 * proportion to their lengths, so that no name is cut if the width is enough for all.
 */
export function tracksOf(columns: readonly TrackColumn[], lengths: ColumnLengths): string {
  const hasNames = columns.some(isOfNames)
  const trackOf = (column: TrackColumn): string => {
    const { key, title, isNumber } = column
    const length = lengths[key]
    if (isOfNames(column)) return `minmax(0, ${Math.max(title.length, length)}fr)`
    if (key === 'kind' && !hasNames) return 'minmax(0, 1fr)'
    const charPx = isNumber || key === 'account' || key === 'time' ? digitPx : letterPx
    const besidePx = key === 'amount' ? currencyPx : key === 'kind' ? slackPx : 0
    const contentPx = length * charPx + besidePx
    const px = Math.ceil(Math.max(title.length * letterPx, contentPx))
    return key === 'kind' || key === 'account' ? `minmax(0, ${px}px)` : `${px}px`
  }
  return columns.map(trackOf).join(' ')
}
