import type { Decimal } from '../../../shared/decimal.ts'
import { columnTitles } from './column-titles.ts'
import { columnPlans, lastRankKept, type ColumnKey } from './columns.ts'

/** The minimum width of the name, px; other columns are shown only if it has more. */
export const minNamePx = 132
const goodNamePx = 220
/** The width of a tabular digit, and of the space around a cell, px. */
const [digitPx, spacePx] = [7.7, 18]
/** The width of a letter of a title, px: titles of other languages are longer. */
const letterPx = 7.2

/** A shown column with its width, px. */
export interface Track {
  readonly key: ColumnKey
  readonly widthPx: number
  /** Whether the profit of the day is below this figure, because its column has no room next to it. */
  readonly foldsDay?: true
}

/** The amounts of a row, for which the columns must be wide enough. */
export interface Amounts {
  readonly value: Decimal | null
  readonly valueInBase: Decimal | null
  readonly dailyPnl: Decimal | null
  readonly unrealizedPnl: Decimal | null
}

/** The content that determines the width of a column of amounts. */
interface MoneyPlan {
  readonly pick: (row: Amounts) => Decimal | null
  /** The number of characters other than digits: decimals, currency, sign and arrow. */
  readonly beside: number
  /**
   * The number of digits before the decimal point for which width is reserved: sums become longer when rates and prices
   * arrive.
   */
  readonly minDigits: number
}

const money: Readonly<Partial<Record<ColumnKey, MoneyPlan>>> = {
  value: { pick: (row) => row.value, beside: 7, minDigits: 8 },
  valueInBase: { pick: (row) => row.valueInBase, beside: 7, minDigits: 8 },
  day: { pick: (row) => row.dailyPnl, beside: 9, minDigits: 7 },
  unrealized: { pick: (row) => row.unrealizedPnl, beside: 9, minDigits: 7 },
}

/** A narrower table reserves no width: its columns are as wide as their amounts, px. */
const roomyPx = 760
const groupDigits = 3

/** The digits before the decimal point of the longest amount. */
function digitsOf(rows: readonly Amounts[], pick: (row: Amounts) => Decimal | null): number {
  return rows.reduce((most, row) => {
    const text = pick(row) ?? ''
    const point = text.indexOf('.')
    return Math.max(most, (point < 0 ? text.length : point) - (text.startsWith('-') ? 1 : 0))
  }, 1)
}

/** Beyond the reserved digits, the width grows by whole groups of digits, so that it rarely changes. */
const roomFor = (digits: number, minDigits: number): number =>
  digits <= minDigits ? minDigits : Math.ceil(digits / groupDigits) * groupDigits

function widthOf(key: ColumnKey, rows: readonly Amounts[], isRoomy: boolean): number {
  const width = Math.max(columnPlans[key].width, Math.ceil(columnTitles[key].length * letterPx + spacePx))
  const plan = money[key]
  if (plan === undefined) return width
  const found = digitsOf(rows, plan.pick)
  const digits = isRoomy ? roomFor(found, plan.minDigits) : found
  const characters = digits + Math.floor((digits - 1) / groupDigits) + plan.beside
  return Math.max(width, Math.ceil(characters * digitPx + spacePx))
}

/**
 * The columns with their widths, wide enough for the amounts. If the user chose none, the columns of the lowest ranks
 * that fit into `availablePx` (0: not known yet), and always the first ones. Chosen columns are all shown; the table
 * scrolls sideways.
 */
export function fitColumns(
  offered: readonly ColumnKey[],
  amounts: readonly Amounts[],
  availablePx: number,
  isChosen: boolean,
): readonly Track[] {
  const isRoomy = availablePx === 0 || availablePx >= roomyPx
  const tracks = offered.map((key) => ({ key, widthPx: widthOf(key, amounts, isRoomy) }))
  if (isChosen) return tracks
  const rankOf = ({ key }: Track): number => columnPlans[key].rank ?? Infinity
  let used = goodNamePx
  const fitting = new Set<ColumnKey>()
  for (const track of tracks.filter((each) => rankOf(each) < Infinity).sort((a, b) => rankOf(a) - rankOf(b))) {
    if (availablePx > 0 && rankOf(track) > lastRankKept && used + track.widthPx > availablePx) break
    used += track.widthPx
    fitting.add(track.key)
  }
  return foldDay(
    tracks.filter(({ key }) => fitting.has(key)),
    availablePx,
  )
}

/** Shows the profit of the day below the value if the columns do not fit next to the shortest name. */
function foldDay(tracks: readonly Track[], availablePx: number): readonly Track[] {
  const [value, day] = (['value', 'day'] as const).map((wanted) => tracks.find(({ key }) => key === wanted))
  if (value === undefined || day === undefined || availablePx === 0) return tracks
  const usedPx = tracks.reduce((sum, { widthPx }) => sum + widthPx, minNamePx)
  if (usedPx <= availablePx) return tracks
  return tracks.flatMap((track) => (track === day ? [] : track === value ? { ...track, foldsDay: true } : track))
}
