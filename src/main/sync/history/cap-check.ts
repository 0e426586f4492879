import { oldestRecordsAt } from '#shared/period.ts'
import type { SyncContext } from '../context.ts'
import { isRefusal } from '../scheduler/job.ts'
import type { HistoryResponse, ReadOptions } from './request.ts'
import { rowsOnly, type HistoryResponses } from './responses.ts'
import { aheadMs, ceilSecond } from './sizing/intervals.ts'
import { minCap } from './truncation/response-cap.ts'

/** A response that lacks more stored rows than this was truncated. */
const maxWithdrawn = 3

/** The reason why an account is read. Consecutive responses for the same reason are compared. */
export type Regime = 'recent' | 'history' | 'rereading'

/** Checks by additional requests whether the cap of the service has changed. Throws the errors of the broker. */
export class CapCheck {
  readonly #context: SyncContext
  readonly #responses: HistoryResponses

  constructor(context: SyncContext, responses: HistoryResponses) {
    this.#context = context
    this.#responses = responses
  }

  /**
   * Requests the whole history in one request and stores its rows. No response for the account is longer, so it shows
   * where the service truncates. Null if the service refuses the request.
   */
  async probe(accountId: string, options: ReadOptions): Promise<HistoryResponse | null> {
    const { cap } = this.#responses
    const response = await this.#requestWhole(accountId, options)
    if (response === null) return null
    await this.#responses.store(accountId, response, rowsOnly)
    // If stored rows are missing here, the response was truncated, perhaps at a lower cap than before.
    if (response.received > 0 && this.#isTruncated(accountId, response)) cap.lower(response.received)
    return response
  }

  /** Reads the whole history in one request, if the service accepts it. What it lacks is missing if it is complete. */
  async readWhole(accountId: string, options: ReadOptions): Promise<void> {
    const response = await this.#requestWhole(accountId, options)
    if (response !== null) await this.#responses.store(accountId, response, this.#responses.classify(response))
  }

  async #requestWhole(accountId: string, options: ReadOptions): Promise<HistoryResponse | null> {
    const { requester } = this.#responses
    const interval = {
      from: Math.max(oldestRecordsAt, requester.earliest),
      to: ceilSecond(this.#context.clock.now()) + aheadMs,
    }
    if (requester.narrow(interval).from !== interval.from) return null
    return this.#responses.request(accountId, interval, options)
  }

  #isTruncated(accountId: string, { interval, rows, lost }: HistoryResponse): boolean {
    const { missing, transactions } = this.#context.cache
    if (rows.length >= transactions.count(accountId)) return false
    // A row that could be read earlier, and cannot now, is not missing.
    const sent = new Set([...rows, ...lost].flatMap(({ id }) => id ?? []))
    const lacking = missing.lacking(accountId, interval, { sent, readIn: null, limit: maxWithdrawn })
    if (lacking === null) return true
    // A few rows that are missing between others were withdrawn: truncation takes the rows of an end.
    const times = rows.map(({ at }) => at)
    const [first, last] = [Math.min(...times), Math.max(...times)]
    return lacking.some(({ at }) => at <= first || at >= last)
  }

  /** Probes the largest account. If the cap has fallen, coverage that is no longer proved is removed. */
  async check(options: ReadOptions): Promise<void> {
    const { respondingAccounts, proof } = this.#responses
    const countRows = (accountId: string): number => this.#context.cache.transactions.count(accountId)
    const [largest] = [...respondingAccounts].sort((a, b) => countRows(b) - countRows(a))
    try {
      if (largest !== undefined) await this.probe(largest, options)
    } catch (error) {
      if (largest === undefined || !isRefusal(error)) throw error
      respondingAccounts.delete(largest)
      return
    }
    proof.settle()
  }

  /** Call after a response was stored as complete. Checks the cap if the response is suspicious. */
  async review(regime: Regime, accountId: string, response: HistoryResponse, options: ReadOptions): Promise<void> {
    const { cap, capMonitor } = this.#responses
    const { interval, received } = response
    const isLacking = this.#context.cache.history.rowsOnDays(accountId, interval) > received
    // The last days of an inactive account have the same number of rows each time.
    const sequence = regime === 'recent' && received < minCap ? null : `${regime} ${accountId}`
    const isSuspect = capMonitor.isSuspect(sequence, received, isLacking)
    if (!isSuspect && !(regime === 'history' && capMonitor.mayHaveRisen())) return
    const before = cap.longest
    await this.check(options)
    if (isSuspect) capMonitor.settle(cap.longest < before)
    else capMonitor.noteLongest()
  }
}
