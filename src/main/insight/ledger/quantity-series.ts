/** Pieces held from `at` (UTC ms) on, in units; `null` where a part of the history that decides them is not loaded. */
export interface HeldFrom {
  readonly at: number
  readonly quantity: bigint | null
}

/** What is known of an account's history around the changes of one symbol. */
export interface KnownHistory {
  /** Loaded stretches, oldest first, disjoint: `from` inclusive, `to` exclusive, UTC ms. */
  readonly covered: readonly { readonly from: number; readonly to: number }[]
  /** Where the history begins; `null` while that is not known. */
  readonly beginsAt: number | null
  /** Pieces that the service states at the end of what is loaded; `null` where it states none. */
  readonly stated: bigint | null
}

/**
 * Pieces after each change, one point for each instant. Forward from the beginning until the first hole, and backward from
 * the stated pieces until the last one: what lies between is not known.
 */
export function quantitySeries(
  changes: readonly { readonly at: number; readonly pieces: bigint }[],
  opening: bigint,
  history: KnownHistory,
): HeldFrom[] {
  const { forwardUntil, backwardFrom } = reachOf(history)
  const total = changes.reduce((sum, { pieces }) => sum + pieces, 0n)
  const points: HeldFrom[] = []
  let moved = 0n
  for (const [index, { at, pieces }] of changes.entries()) {
    moved += pieces
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
