import { secondMs } from '../../../shared/durations.ts'
import type { Interval } from '../../cache/history/coverage.ts'
import type { SyncContext } from '../context.ts'
import type { ReadOptions } from './request.ts'
import type { HistoryResponse, HistoryResponses } from './responses.ts'
import { timesIn } from './sizing/intervals.ts'

/** Reads seconds that hold more rows than one response carries. Throws what the broker throws. */
export class CrowdedSeconds {
  readonly #context: SyncContext
  readonly #responses: HistoryResponses

  constructor(context: SyncContext, responses: HistoryResponses) {
    this.#context = context
    this.#responses = responses
  }

  /** Requests and stores one second. */
  async read(accountId: string, second: Interval, options: ReadOptions): Promise<void> {
    const response = await this.#responses.request(accountId, second, options)
    if (response !== null) await this.#storeOrDivide(accountId, response, options)
  }

  /** Reads a truncated second, or a part of it, in halves if its rows have different milliseconds. Else it is a known gap. */
  async divide(accountId: string, response: HistoryResponse, options: ReadOptions): Promise<void> {
    const { from, to } = response.interval
    if (to > this.#context.clock.now()) return
    const times = new Set(timesIn(response.interval, response.rows))
    if (to - from <= 1 || (to - from >= secondMs && times.size <= 1)) return this.#putGap(accountId, response)
    const middle = Math.floor((from + to) / 2)
    const newer = { from: middle, to }
    const older = { from, to: middle }
    for (const half of [newer, older]) {
      const part = await this.#responses.request(accountId, half, options)
      // A service that knows only whole seconds refuses this, or responds with the whole second.
      if (part === null || part.rows.some(({ at }) => at < half.from || at > half.to))
        return this.#putGap(accountId, response)
      await this.#storeOrDivide(accountId, part, options)
    }
  }

  async #storeOrDivide(accountId: string, response: HistoryResponse, options: ReadOptions): Promise<void> {
    const completeness = this.#responses.classify(response)
    await this.#responses.store(accountId, response, completeness)
    if (completeness.kind === 'truncated') await this.divide(accountId, response, options)
  }

  #putGap(accountId: string, { interval, received }: HistoryResponse): void {
    const { cache, clock } = this.#context
    cache.history.putGap(accountId, { ...interval, received, readAt: clock.now() })
  }
}
