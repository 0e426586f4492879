import type { Decimal } from '../../shared/decimal.ts'
import { columnPlans, lastRankKept, type ColumnKey } from './columns.ts'
import type { Holding } from './holding.ts'

/** The least width of the name, px. */
export const minNamePx = 148
/** Of a tabular figure, and of the space around a cell, px. */
const [digitPx, spacePx] = [8.2, 20]

/** A shown column with its width, px. */
export interface Track {
  readonly key: ColumnKey
  readonly widthPx: number
}

const amounts: Readonly<Partial<Record<ColumnKey, (row: Holding) => Decimal | null>>> = {
  value: (row) => row.value,
  valueInBase: (row) => row.valueInBase,
  day: (row) => row.dailyPnl,
  unrealized: (row) => row.unrealizedPnl,
}

/** Digits before the point of the longest amount. */
function digitsOf(rows: readonly Holding[], pick: (row: Holding) => Decimal | null): number {
  return rows.reduce((most, row) => {
    const text = pick(row)
    const point = text?.indexOf('.') ?? 0
    return Math.max(most, text === null ? 0 : point < 0 ? text.length : point)
  }, 1)
}

/** Room for a sum of rows with two decimals, group marks, sign and currency, so that no amount is cut off. */
function widthOf(key: ColumnKey, rows: readonly Holding[]): number {
  const { width } = columnPlans[key]
  const pick = amounts[key]
  if (pick === undefined) return width
  const digits = digitsOf(rows, pick) + 1
  const characters = digits + Math.floor(digits / 3) + 3 + (key === 'valueInBase' ? 1 : 6)
  return Math.max(width, Math.ceil(characters * digitPx + spacePx))
}

/**
 * The columns with their widths. Without a choice of the person those of the lowest ranks that have room in `availablePx`
 * (0: not known yet), and always the first ones. Chosen columns are all shown; the table scrolls sideways.
 */
export function fitColumns(
  offered: readonly ColumnKey[],
  rows: readonly Holding[],
  availablePx: number,
  isChosen: boolean,
): readonly Track[] {
  const tracks = offered.map((key) => ({ key, widthPx: widthOf(key, rows) }))
  if (isChosen) return tracks
  const rankOf = ({ key }: Track): number => columnPlans[key].rank ?? Infinity
  let used = minNamePx
  const fitting = new Set<ColumnKey>()
  for (const track of tracks.filter((each) => rankOf(each) < Infinity).sort((a, b) => rankOf(a) - rankOf(b))) {
    if (availablePx > 0 && rankOf(track) > lastRankKept && used + track.widthPx > availablePx) break
    used += track.widthPx
    fitting.add(track.key)
  }
  return tracks.filter(({ key }) => fitting.has(key))
}
