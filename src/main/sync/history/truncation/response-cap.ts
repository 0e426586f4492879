import type { Interval } from '#main/cache/history/coverage.ts'
import type { LostRow } from '#shared/model/transaction/transaction.ts'
import type { ReceivedRows } from './truncation-side.ts'

/** A response with the number of rows that the service sent, including unreadable rows. */
export interface CountedResponse extends ReceivedRows {
  readonly received: number
  /** The unreadable rows. */
  readonly lost?: readonly Pick<LostRow, 'id'>[]
}

/** The stored state, for the time after a restart. */
export interface LongestResponse {
  /** The number of rows of the longest response ever received. */
  readonly longest: number
  /** A response of this length is known to have been truncated. */
  readonly isCap: boolean
}

interface LongestResponseStore {
  read(): LongestResponse
  write(value: LongestResponse): unknown
}

/** The assumed minimum of any cap. */
export const minCap = 50

/**
 * Learns the maximum number of rows in a response, the cap, which the service does not document. A response shorter than
 * an earlier one cannot have been truncated; one of the same length or longer may have been. Source: docs/service.md, “Lists”.
 */
export class ResponseCap {
  readonly #rowLimit: number
  readonly #store: LongestResponseStore
  #value: LongestResponse
  /** Lengths at which the service was seen to truncate. A cap may change and change back. */
  readonly #caps = new Set<number>()
  /** The widest response of the longest length, by account. If it lacks a row of its interval, it was truncated. */
  readonly #suspects = new Map<string, { readonly interval: Interval; readonly ids: ReadonlySet<string> }>()

  /** `rowLimit`: the maximum number of rows that each request asks for. */
  constructor(rowLimit: number, store: LongestResponseStore) {
    this.#rowLimit = rowLimit
    this.#store = store
    this.#value = store.read()
  }

  get longest(): number {
    return this.#value.longest
  }

  /** Whether the longest length is known to be the cap. */
  get isKnown(): boolean {
    return this.#value.isCap
  }

  /**
   * The maximum number of rows to expect in one response. While the cap is unknown, this is more than the longest
   * response, so that the cap is found.
   */
  get capacity(): number {
    const { longest, isCap } = this.#value
    return isCap ? longest : Math.min(this.#rowLimit, Math.max(minCap, 2 * longest))
  }

  /**
   * Whether a response of this length contains all rows of its interval, unless the cap has fallen. Only `classify`
   * calls this.
   */
  isComplete(received: number): boolean {
    // A service that once sent more rows than requested ignores the limit. Even then, exactly the requested number may
    // be truncated.
    return (
      received === 0 || (received < this.#value.longest && received !== this.#rowLimit && !this.#caps.has(received))
    )
  }

  /**
   * Whether an interval with this number of rows may count as complete when no other response can prove it: a second when
   * the rest of the account is stored, or rows of which none can be read. Only `classify` calls this.
   */
  isLikelyComplete(received: number): boolean {
    return !this.#value.isCap && received < minCap
  }

  note(accountId: string, { interval, rows, lost = [], received }: CountedResponse): void {
    const suspect = this.#suspects.get(accountId)
    if (suspect !== undefined && rows.some((row) => isIn(suspect.interval, row.at) && !suspect.ids.has(row.id)))
      this.#learn(this.#value.longest, true)
    if (received > this.#value.longest) this.#learn(received, received >= this.#rowLimit)
    const isWidest = widthOf(interval) > widthOf(this.#suspects.get(accountId)?.interval)
    if (received !== this.#value.longest || received === 0 || this.#value.isCap || !isWidest) return
    const ids = [...rows, ...lost].flatMap(({ id }) => id ?? [])
    // Without all ids, a row that can be read later looks like one that it lacked.
    if (ids.length === received) this.#suspects.set(accountId, { interval, ids: new Set(ids) })
  }

  /** The service truncated at `received` rows, which may be fewer than it once sent. */
  lower(received: number): void {
    this.#learn(received, true)
  }

  #learn(longest: number, isCap: boolean): void {
    this.#suspects.clear()
    if (isCap) this.#caps.add(longest)
    if (longest === this.#value.longest && isCap === this.#value.isCap) return
    this.#value = { longest, isCap }
    this.#store.write(this.#value)
  }
}

const widthOf = (interval: Interval | undefined): number => (interval === undefined ? 0 : interval.to - interval.from)

const isIn = ({ from, to }: Interval, at: number): boolean => from <= at && at < to
