import type { SyncContext } from '../context.ts'
import { isRefusal } from '../scheduler/job.ts'
import { oldestRecordsAt } from '../../../shared/period.ts'
import type { ReadOptions } from './request.ts'
import { rowsOnly, type HistoryResponse, type HistoryResponses } from './responses.ts'
import { aheadMs, ceilSecond, timesIn } from './sizing/intervals.ts'
import { minCap } from './truncation/response-cap.ts'
import type { Interval } from '../../cache/history/coverage.ts'
import type { IntervalSizer } from './sizing/interval-sizer.ts'
import type { Completeness } from './truncation/coverage-proof.ts'
import { agrees, likelyKeptRows, planTrial, provesSide } from './truncation/truncation-side.ts'

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
    const { requester, cap } = this.#responses
    const interval = {
      from: Math.max(oldestRecordsAt, requester.earliest),
      to: ceilSecond(this.#context.clock.now()) + aheadMs,
    }
    if (requester.narrow(interval).from !== interval.from) return null
    const response = await this.#responses.request(accountId, interval, options)
    if (response === null) return null
    await this.#responses.store(accountId, response, rowsOnly)
    // If stored rows are missing here, the response was truncated, perhaps at a lower cap than before.
    const { received, rows } = response
    if (received > 0 && rows.length < this.#context.cache.transactions.count(accountId)) cap.lower(received)
    return response
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

/** The parameters of a trial. */
interface Trial {
  readonly responses: HistoryResponses
  readonly sizer: IntervalSizer
  readonly accountId: string
  readonly options: ReadOptions
}

/**
 * Finds out by a few requests which rows the service keeps when it truncates. All received rows are stored. `truncated`
 * is a truncated response to start from; without it, `interval` is requested first. Throws the errors of the broker.
 */
export async function learnTruncationSide(
  trial: Trial,
  interval: Interval,
  truncated: HistoryResponse | undefined,
): Promise<void> {
  const { responses, accountId } = trial
  const { truncationSide } = responses
  const start = truncated ?? (await readAndStore(trial, responses.requester.narrow(interval)))?.response
  if (start === undefined || !responses.isTruncated(start)) return
  for (const keptRows of likelyKeptRows(start)) {
    const plan = planTrial(keptRows, start)
    const repeated = plan === null ? null : await readAndStore(trial, plan.part)
    if (plan === null || repeated === null || repeated.completeness.kind === 'truncated') continue
    if (!agrees(start, repeated.response)) continue
    const rest = await readAndStore(trial, plan.rest)
    if (rest === null || !provesSide(keptRows, start, rest.response)) continue
    truncationSide.confirm(keptRows)
    // The rest was stored before the truncation side was known.
    if (rest.completeness.kind === 'truncated' && truncationSide.keptRows !== null)
      await responses.store(accountId, rest.response, responses.classify(rest.response, { keptRows }))
    return
  }
  truncationSide.fail()
}

async function readAndStore(
  { responses, sizer, accountId, options }: Trial,
  interval: Interval,
): Promise<{ readonly response: HistoryResponse; readonly completeness: Completeness } | null> {
  const response = await responses.request(accountId, interval, options)
  if (response === null) return null
  const completeness = responses.classify(response)
  await responses.store(accountId, response, completeness)
  const times = timesIn(interval, response.rows)
  if (completeness.kind === 'truncated') sizer.noteTruncated(interval, times, responses.cap.capacity)
  else sizer.noteWhole(interval, times)
  return { response, completeness }
}
