/**
 * The pieces held from `at` (UTC ms) on, in units of 10⁻¹⁸; `null` if a part of the history that decides them is not
 * loaded.
 */
export interface HeldFrom {
  readonly at: number
  readonly quantity: bigint | null
}

/** The known parts of an account's history, and the reported pieces of one symbol. */
export interface KnownHistory {
  /** The loaded intervals, oldest first and disjoint: `from` inclusive, `to` exclusive, UTC ms. */
  readonly covered: readonly { readonly from: number; readonly to: number }[]
  /** The beginning of the history (UTC ms); `null` while it is not known. */
  readonly beginsAt: number | null
  /** The pieces that the service reports at the end of the loaded history, in units; `null` if it reports none. */
  readonly stated: bigint | null
}

/**
 * Calculates the pieces after each change, with one point for each time: forward from the beginning to the first gap in
 * the history, and backward from the reported pieces to the last gap. Between these they are not known. A change of
 * unknown `pieces` (`null`) counts as a gap.
 */
export function quantitySeries(
  changes: readonly { readonly at: number; readonly pieces: bigint | null }[],
  opening: bigint,
  history: KnownHistory,
): HeldFrom[] {
  const reach = reachOf(history)
  const unknown = changes.filter(({ pieces }) => pieces === null)
  const forwardUntil = Math.min(reach.forwardUntil, unknown[0]?.at ?? Infinity)
  const backwardFrom = Math.max(reach.backwardFrom, unknown.at(-1)?.at ?? -Infinity)
  const total = changes.reduce((sum, { pieces }) => sum + (pieces ?? 0n), 0n)
  const points: HeldFrom[] = []
  let moved = 0n
  for (const [index, { at, pieces }] of changes.entries()) {
    moved += pieces ?? 0n
    if (changes[index + 1]?.at === at) continue
    if (at < forwardUntil) points.push({ at, quantity: opening + moved })
    else if (at >= backwardFrom && history.stated !== null)
      points.push({ at, quantity: history.stated - (total - moved) })
    else points.push({ at, quantity: null })
  }
  return points
}

function reachOf({ covered, beginsAt }: KnownHistory): { forwardUntil: number; backwardFrom: number } {
  const [first, last] = [covered[0], covered.at(-1)]
  const startsWhole = first !== undefined && beginsAt !== null && first.from <= beginsAt
  return {
    forwardUntil: !startsWhole ? -Infinity : covered.length === 1 ? Infinity : first.to,
    backwardFrom: last?.from ?? Infinity,
  }
}
