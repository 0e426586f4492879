import type { Decimal } from '../../../shared/decimal.ts'
import { columnTitles } from './column-titles.ts'
import { columnPlans, lastRankKept, type ColumnKey } from './columns.ts'

/** The least width of the name, px; other columns are shown only where it has more. */
export const minNamePx = 132
const goodNamePx = 220
/** Of a tabular figure, and of the space around a cell, px. */
const [digitPx, spacePx] = [7.7, 18]
/** Of a letter of a title, px: titles of other languages are longer. */
const letterPx = 7.2

/** A shown column with its width, px. */
export interface Track {
  readonly key: ColumnKey
  readonly widthPx: number
}

/** Amounts that a column must have room for. */
export interface Amounts {
  readonly value: Decimal | null
  readonly valueInBase: Decimal | null
  readonly dailyPnl: Decimal | null
  readonly unrealizedPnl: Decimal | null
}

/** The amounts of a column, and the characters that it writes beside digits: decimals, currency, sign and arrow. */
const money: Readonly<
  Partial<Record<ColumnKey, { readonly pick: (row: Amounts) => Decimal | null; readonly beside: number }>>
> = {
  value: { pick: (row) => row.value, beside: 7 },
  valueInBase: { pick: (row) => row.valueInBase, beside: 7 },
  day: { pick: (row) => row.dailyPnl, beside: 9 },
  unrealized: { pick: (row) => row.unrealizedPnl, beside: 9 },
}

/** Digits before the point of the longest amount. */
function digitsOf(rows: readonly Amounts[], pick: (row: Amounts) => Decimal | null): number {
  return rows.reduce((most, row) => {
    const text = pick(row)?.replace('-', '') ?? ''
    const point = text.indexOf('.')
    return Math.max(most, point < 0 ? text.length : point)
  }, 1)
}

function widthOf(key: ColumnKey, rows: readonly Amounts[]): number {
  const width = Math.max(columnPlans[key].width, Math.ceil(columnTitles[key].length * letterPx + spacePx))
  const plan = money[key]
  if (plan === undefined) return width
  const digits = digitsOf(rows, plan.pick)
  const characters = digits + Math.floor((digits - 1) / 3) + plan.beside
  return Math.max(width, Math.ceil(characters * digitPx + spacePx))
}

/**
 * The columns with their widths, wide enough for the amounts. Without a choice of the person those of the lowest ranks that have
 * room in `availablePx` (0: not known yet), and always the first ones. Chosen columns are all shown; the table scrolls sideways.
 */
export function fitColumns(
  offered: readonly ColumnKey[],
  amounts: readonly Amounts[],
  availablePx: number,
  isChosen: boolean,
): readonly Track[] {
  const tracks = offered.map((key) => ({ key, widthPx: widthOf(key, amounts) }))
  if (isChosen) return tracks
  const rankOf = ({ key }: Track): number => columnPlans[key].rank ?? Infinity
  let used = goodNamePx
  const fitting = new Set<ColumnKey>()
  for (const track of tracks.filter((each) => rankOf(each) < Infinity).sort((a, b) => rankOf(a) - rankOf(b))) {
    if (availablePx > 0 && rankOf(track) > lastRankKept && used + track.widthPx > availablePx) break
    used += track.widthPx
    fitting.add(track.key)
  }
  return tracks.filter(({ key }) => fitting.has(key))
}
