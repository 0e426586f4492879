import type { Interval } from '#main/cache/history/coverage.ts'
import type { CountedResponse, ResponseCap } from './response-cap.ts'
import { completePart, type Side } from './truncation-side.ts'

/** What a response proves about its interval. `covered` is the part of the interval whose rows were all received. */
export type Completeness =
  /** No row is missing, for every possible cap. */
  | { readonly kind: 'whole'; readonly covered: Interval }
  /** No row is missing, unless the cap has fallen to exactly this length; a longer response proves that it has not. */
  | { readonly kind: 'provisional'; readonly covered: Interval }
  /** Rows are missing, or may be. `covered` is null if no part of the interval is known to be complete. */
  | { readonly kind: 'truncated'; readonly covered: Interval | null }

/** What is known about the service and about the rest of the account. */
interface Knowledge {
  readonly cap: Pick<ResponseCap, 'isComplete' | 'isLikelyComplete'>
  /** The rows that the service keeps when it truncates; null: unknown, or must not be used here. */
  readonly side: Side | null
  /**
   * Whether all other rows of the account are stored. Then a short response for a single second may count as complete.
   */
  readonly isRestStored: boolean
}

/** Decides whether a response is complete, and which interval it covers. No other code decides this. */
export function classify(response: CountedResponse, { cap, side, isRestStored }: Knowledge): Completeness {
  const { interval, rows, received } = response
  if (received === 0) return { kind: 'whole', covered: interval }
  // Rows without a readable time are perhaps in every response, so that no shorter interval proves anything either.
  const hasNoTimes = rows.length === 0
  if (cap.isComplete(received) || ((isRestStored || hasNoTimes) && cap.isLikelyComplete(received)))
    return { kind: 'provisional', covered: interval }
  return { kind: 'truncated', covered: side === null ? null : completePart(side, response) }
}
