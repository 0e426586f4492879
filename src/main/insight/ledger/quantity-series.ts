/** Pieces held from `at` (UTC ms) on, in units; `null` if a part of the history that decides them is not loaded. */
export interface HeldFrom {
  readonly at: number
  readonly quantity: bigint | null
}

/** What is known about an account's history around the changes of one symbol. */
export interface KnownHistory {
  /** Loaded intervals, oldest first, disjoint: `from` inclusive, `to` exclusive, UTC ms. */
  readonly covered: readonly { readonly from: number; readonly to: number }[]
  /** Where the history begins; `null` while that is not known. */
  readonly beginsAt: number | null
  /** Pieces that the service states at the end of what is loaded; `null` if it states none. */
  readonly stated: bigint | null
}

/**
 * Pieces after each change, one point for each instant. Forward from the beginning until the first hole, and backward from
 * the stated pieces until the last one: what lies between is not known. A change whose `pieces` are not known (`null`) is a
 * hole as well.
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
