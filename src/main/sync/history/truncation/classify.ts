import type { Interval } from '../../../cache/history/coverage.ts'
import type { CountedResponse, ResponseCap } from './response-cap.ts'
import { completePart, type KeptRows } from './truncation-side.ts'

/** What a response proves about its interval. `covered` is the part of the interval of which all rows were received. */
export type Completeness =
  /** No row is missing, whatever the cap is. */
  | { readonly kind: 'whole'; readonly covered: Interval }
  /** No row is missing, unless the cap has fallen to this very length; a longer response proves that it has not. */
  | { readonly kind: 'provisional'; readonly covered: Interval }
  /** Rows are missing, or may be. `covered` is null if no part of the interval is known to be complete. */
  | { readonly kind: 'truncated'; readonly covered: Interval | null }

/** What is known about the service and about the rest of the account. */
interface Knowledge {
  readonly cap: Pick<ResponseCap, 'isWhole' | 'isLikelyWhole'>
  /** The rows that the service keeps when it truncates; null: unknown, or not to be relied on here. */
  readonly keptRows: KeptRows | null
  /** All other rows of the account are stored, so a short response for a single second may count as complete. */
  readonly isRestStored: boolean
}

/** The only place that decides whether a response is complete; which interval is stored as covered follows from it. */
export function classify(response: CountedResponse, { cap, keptRows, isRestStored }: Knowledge): Completeness {
  const { interval, received } = response
  if (received === 0) return { kind: 'whole', covered: interval }
  if (cap.isWhole(received) || (isRestStored && cap.isLikelyWhole(received)))
    return { kind: 'provisional', covered: interval }
  return { kind: 'truncated', covered: keptRows === null ? null : completePart(keptRows, response) }
}
