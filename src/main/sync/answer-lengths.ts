import type { Interval } from '../cache/coverage.ts'

/** An answer for an interval: its rows, and how many the service sent, unreadable ones included. */
export interface Answer {
  readonly rows: readonly { readonly id: string; readonly at: number }[]
  readonly received: number
}

/** What is kept over a restart. */
export interface LongestAnswer {
  /** Rows of the longest answer ever seen. */
  readonly longest: number
  /** An answer of this length was seen to have been cut. */
  readonly isCap: boolean
}

interface LengthStore {
  read(): LongestAnswer
  write(value: LongestAnswer): unknown
}

/** No service is likely to cut shorter than this. */
export const leastCap = 50

/**
 * Learns how many rows the service sends at most, which nobody tells. An answer shorter than one seen before cannot have
 * been cut; one as long, or longer, may have been. Source: field notes, "Lists".
 */
export class AnswerLengths {
  readonly limit: number
  readonly #store: LengthStore
  #value: LongestAnswer
  /** Lengths at which the service was seen to cut: caps come and go. */
  readonly #caps = new Set<number>()
  /** An answer of the longest length by account. A row of its interval that it lacks proves that it was cut. */
  readonly #suspects = new Map<string, { readonly interval: Interval; readonly ids: ReadonlySet<string> }>()

  constructor(limit: number, store: LengthStore) {
    this.limit = limit
    this.#store = store
    this.#value = store.read()
  }

  get longest(): number {
    return this.#value.longest
  }

  /** Whether the longest length is known to be where the service cuts. */
  get isCap(): boolean {
    return this.#value.isCap
  }

  /** Rows to reckon with in one answer. While the cap is unknown, more than was ever seen: a record teaches. */
  get capacity(): number {
    const { longest, isCap } = this.#value
    return isCap ? longest : Math.min(this.limit, Math.max(leastCap, 2 * longest))
  }

  /** Whether an answer of this length surely holds all rows of its interval. */
  isWhole(received: number): boolean {
    // A service that sent more than it was asked for does not heed the limit; still, one answer of just so many may be its work.
    return received === 0 || (received < this.#value.longest && received !== this.limit && !this.#caps.has(received))
  }

  /**
   * Whether a second with so many rows may count as whole once all else of the account is here: where every row lies in
   * that one second, nothing else can tell.
   */
  isLikelyWhole(received: number): boolean {
    return !this.#value.isCap && received < leastCap
  }

  note(accountId: string, interval: Interval, { rows, received }: Answer): void {
    const suspect = this.#suspects.get(accountId)
    if (suspect !== undefined && rows.some((row) => isIn(suspect.interval, row.at) && !suspect.ids.has(row.id)))
      this.#learn(this.#value.longest, true)
    if (received > this.#value.longest) this.#learn(received, received >= this.limit)
    const isWidest = widthOf(interval) > widthOf(this.#suspects.get(accountId)?.interval)
    if (received === this.#value.longest && received > 0 && !this.#value.isCap && isWidest)
      this.#suspects.set(accountId, { interval, ids: new Set(rows.map(({ id }) => id)) })
  }

  /** The service was seen to cut at `received`, which may be less than it sent once. */
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
