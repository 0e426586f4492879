import { columnPlans, lastRankKept, type ColumnKey } from './columns.ts'
import { currencyPx, widthOf, type Amounts } from './track-widths.ts'

/** The widths of the name, px: the minimum, the minimum when all profits are folded, and the one that other columns leave. */
const [minNamePx, shortestNamePx, goodNamePx] = [132, 108, 220]
/** The minimum width of the name beside amounts that would otherwise not fit next to it, px. */
const cutNamePx = 54
/** The width of a percentage beside a folded profit, px, and of the name that has priority over it. */
const [percentPx, fairNamePx] = [50, 176]
/** A narrower table reserves no width: its columns are as wide as their amounts, px. */
const roomyPx = 760

/** A shown column with its width, px. */
export interface Track {
  readonly key: ColumnKey
  readonly widthPx: number
  /** The profits below this figure, because their columns have no room next to it. */
  readonly folded?: readonly FoldedKey[]
}

/** The columns that are shown below the value if they do not fit next to it, the first one first. */
const foldedKeys = ['day', 'unrealized'] as const
export type FoldedKey = (typeof foldedKeys)[number]

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
  return foldProfits(
    tracks.filter(({ key }) => fitting.has(key)),
    availablePx,
  )
}

/** The width of the columns and of a short name, px, in `availablePx` (0: not known yet). */
export function neededPx(tracks: readonly Track[], availablePx = 0): number {
  const figuresPx = tracks.reduce((sum, { widthPx }) => sum + widthPx, 0)
  if (!tracks.some(({ folded }) => folded?.length === foldedKeys.length)) return figuresPx + minNamePx
  const leftPx = availablePx > 0 ? availablePx - figuresPx : shortestNamePx
  return figuresPx + Math.max(cutNamePx, Math.min(shortestNamePx, leftPx))
}

/** Shows profits below the value, one after the other, until the columns fit next to a short name. */
function foldProfits(tracks: readonly Track[], availablePx: number): readonly Track[] {
  if (availablePx === 0) return tracks
  const folded = foldedKeys.reduce(
    (left, key) => (neededPx(left) <= availablePx ? left : foldBelowValue(left, key)),
    tracks,
  )
  const usedPx = folded.reduce((sum, { widthPx }) => sum + widthPx, fairNamePx)
  const extraPx = Math.max(0, Math.min(percentPx, availablePx - usedPx))
  return folded.map((track) => (track.folded ? { ...track, widthPx: track.widthPx + extraPx } : track))
}

function foldBelowValue(tracks: readonly Track[], folded: FoldedKey): readonly Track[] {
  const column = tracks.find(({ key }) => key === folded)
  if (column === undefined || !tracks.some(({ key }) => key === 'value')) return tracks
  return tracks.flatMap((track): Track | readonly [] => {
    if (track === column) return []
    if (track.key !== 'value') return track
    // A folded profit has no currency of its own.
    const widthPx = Math.max(track.widthPx, column.widthPx - currencyPx)
    return { ...track, widthPx, folded: [...(track.folded ?? []), folded] }
  })
}
