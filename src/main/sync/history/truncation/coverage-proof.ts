import type { Interval } from '#main/cache/history/coverage.ts'
import type { SyncContext } from '../../context.ts'
import { aheadMs, subtract } from '../sizing/intervals.ts'
import type { ResponseCap } from './response-cap.ts'

/** Publishes that intervals of these accounts no longer count as covered. */
export function publishUncovered({ publish }: SyncContext, accountIds: readonly string[]): void {
  for (const accountId of accountIds) publish('coverage.changed', { accountId })
}

/**
 * Confirms or removes provisional coverage, which is based only on the length of a response. A longer response to a
 * later request confirms it. A cap at this length or below removes it.
 */
export class CoverageProof {
  readonly #context: SyncContext
  readonly #cap: ResponseCap
  #isPending: boolean

  constructor(context: SyncContext, cap: ResponseCap) {
    this.#context = context
    this.#cap = cap
    this.#isPending = !context.cache.provisional.isEmpty()
    // The process may have ended after it found a lower cap and before it removed the coverage.
    this.#withdraw()
  }

  /**
   * Whether there is new provisional coverage, and since then neither a response of the longest length nor a check of
   * the cap.
   */
  get isPending(): boolean {
    return this.#isPending
  }

  /** Call after a check of the cap: the remaining provisional coverage counts as confirmed. */
  settle(): void {
    this.#isPending = false
  }

  /** A response of `received` rows confirms shorter ones that were stored before its request (UTC ms). */
  noteResponse(received: number, requestedAt: number): void {
    this.#context.cache.provisional.prove(received, requestedAt)
    if (received >= this.#cap.longest) this.settle()
  }

  /** Call before provisional coverage of an interval is stored. */
  expect(accountId: string, interval: Interval): void {
    if (this.#isNew(accountId, interval)) this.#isPending = true
  }

  /** Call after provisional coverage by a response of `received` rows was stored: the cap may have fallen meanwhile. */
  noteStored(received: number): void {
    if (received >= this.#cap.longest) this.#withdraw()
  }

  #withdraw(): void {
    const { cache } = this.#context
    if (this.#cap.isKnown) publishUncovered(this.#context, cache.provisional.withdraw(this.#cap.longest))
  }

  /** Whether more of an interval is new than the time since it was last read. */
  #isNew(accountId: string, interval: Interval): boolean {
    const remaining = subtract(interval, this.#context.cache.coverage.list(accountId))
    return remaining.some(({ from, to }) => to < interval.to || to - from > aheadMs)
  }
}
