import { secondMs } from '#shared/durations.ts'
import type { Interval } from '../../cache/history/coverage.ts'
import type { SyncContext } from '../context.ts'
import type { CapCheck, Regime } from './cap-check.ts'
import type { HistoryTask } from './plan.ts'
import type { HistoryResponse, ReadOptions } from './request.ts'
import { type HistoryResponses, rowsOnly } from './responses.ts'
import { IntervalSizer } from './sizing/interval-sizer.ts'
import { timesIn } from './sizing/intervals.ts'
import type { Completeness } from './truncation/classify-response.ts'
import { type Side, agrees, likelySides, planTrial, provesSide } from './truncation/truncation-side.ts'

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
async function learnTruncationSide(
  trial: Trial,
  interval: Interval,
  truncated: HistoryResponse | undefined,
): Promise<void> {
  const { responses, accountId } = trial
  const { truncationSide } = responses
  const start = truncated ?? (await readAndStore(trial, responses.requester.narrow(interval)))?.response
  if (start === undefined || !responses.isTruncated(start)) return
  for (const side of likelySides(start)) {
    const plan = planTrial(side, start)
    const repeated = plan === null ? null : await readAndStore(trial, plan.part)
    if (plan === null || repeated === null || repeated.completeness.kind === 'truncated') continue
    if (!agrees(start, repeated.response)) continue
    const rest = await readAndStore(trial, plan.rest)
    if (rest === null || !provesSide(side, start, rest.response)) continue
    truncationSide.confirm(side)
    // The rest was stored before the truncation side was known.
    if (rest.completeness.kind === 'truncated' && truncationSide.known !== null)
      await responses.store(accountId, rest.response, responses.classify(rest.response, { side }))
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

/** Reads seconds with more rows than one response contains. Throws the errors of the broker. */
class CrowdedSeconds {
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

  /**
   * Reads a truncated second, or a part of it, in halves if its rows have different milliseconds. Otherwise it is a
   * known gap.
   */
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

/** If the service keeps the oldest rows, this number of responses is read forward in time before going further back. */
const forwardResponses = 40

/** Reads one part of an account's history at a time and stores it. One object serves all accounts of a service. */
export class IntervalReader {
  readonly #responses: HistoryResponses
  readonly #capCheck: CapCheck
  readonly #crowdedSeconds: CrowdedSeconds
  readonly #sizers = new Map<string, IntervalSizer>()
  /** Accounts that were probed once. */
  readonly #probed = new Set<string>()
  /** Truncated responses to probes. A trial of the truncation side may start from one. */
  readonly #truncatedProbes = new Map<string, HistoryResponse>()

  constructor(context: SyncContext, responses: HistoryResponses, capCheck: CapCheck) {
    this.#responses = responses
    this.#capCheck = capCheck
    this.#crowdedSeconds = new CrowdedSeconds(context, responses)
  }

  /**
   * Reads the newest part of an interval, usually with one request. Returns the start of the part (UTC ms) if it is
   * finished. Returns null if it is not: call again, and less is requested. Throws the errors of the broker.
   */
  async readPart(
    accountId: string,
    interval: Interval,
    regime: Regime,
    options: ReadOptions,
    task?: HistoryTask,
  ): Promise<number | null> {
    const { cap, truncationSide } = this.#responses
    if (task?.kind === 'unread' && !task.isBeforeOpening && cap.isKnown && truncationSide.isOpen) {
      await this.#learnSide(accountId, interval, options)
      return null
    }
    const sizer = this.#sizerOf(accountId, regime)
    const { part, side } = this.#choose(accountId, interval, regime, task)
    const response = await this.#responses.request(accountId, part, options)
    if (response === null) return null
    if (!cap.isKnown && !this.#probed.has(accountId) && this.#responses.isTruncated(response)) {
      await this.#responses.store(accountId, response, rowsOnly)
      await this.#probe(accountId, options)
    }
    // A later response may have disproved the truncation side.
    const isSideTrusted = side !== null && truncationSide.known === side
    const completeness = this.#responses.classify(response, {
      side: isSideTrusted ? side : null,
      isRestStored: task?.kind === 'gap',
    })
    await this.#responses.store(accountId, response, completeness)
    const { covered } = completeness
    if (completeness.kind !== 'truncated') {
      sizer.noteWhole(part, timesIn(part, response.rows))
      await this.#capCheck.review(regime, accountId, response, options)
      return part.from
    }
    if (covered !== null) {
      this.#sizerOf(accountId, 'history').noteWhole(covered, timesIn(covered, response.rows))
      return null
    }
    if (isSideTrusted && response.rows.length > 0) {
      await this.#crowdedSeconds.read(accountId, secondAtSide(part, side), options)
      return null
    }
    sizer.noteTruncated(part, timesIn(part, response.rows), cap.capacity)
    if (part.to - part.from > secondMs) return null
    await this.#crowdedSeconds.divide(accountId, response, options)
    return part.from
  }

  /** Chooses the part of an interval to request, and the rows of a truncated response that count as complete. */
  #choose(
    accountId: string,
    interval: Interval,
    regime: Regime,
    task: HistoryTask | undefined,
  ): { readonly part: Interval; readonly side: Side | null } {
    const { requester, cap, truncationSide } = this.#responses
    const isLikelyEmpty =
      task?.kind === 'beginning' || ((task?.kind === 'unread' || task?.kind === 'rereading') && task.isBeforeOpening)
    const side = task?.kind === 'unread' || task?.kind === 'beginning' ? truncationSide.known : null
    const part = requester.narrow(interval)
    if (side === 'newest') return { side, part }
    const rows = cap.capacity * (side === null ? 1 : forwardResponses)
    return { side, part: this.#sizerOf(accountId, regime).choose(part, rows, isLikelyEmpty) }
  }

  /** Learns from one response how dense the account's rows are, and where the service truncates. */
  async #probe(accountId: string, options: ReadOptions): Promise<void> {
    this.#probed.add(accountId)
    const response = await this.#capCheck.probe(accountId, options)
    if (response === null || !this.#responses.isTruncated(response)) return
    const { interval, rows, received } = response
    if (this.#responses.truncationSide.isOpen) this.#truncatedProbes.set(accountId, response)
    this.#sizerOf(accountId, 'history').noteTruncated(interval, timesIn(interval, rows), received)
  }

  async #learnSide(accountId: string, interval: Interval, options: ReadOptions): Promise<void> {
    const sizer = this.#sizerOf(accountId, 'history')
    const truncated = this.#truncatedProbes.get(accountId)
    this.#truncatedProbes.clear()
    await learnTruncationSide({ responses: this.#responses, sizer, accountId, options }, interval, truncated)
  }

  #sizerOf(accountId: string, regime: Regime): IntervalSizer {
    const key = `${regime} ${accountId}`
    const sizer = this.#sizers.get(key) ?? new IntervalSizer()
    this.#sizers.set(key, sizer)
    return sizer
  }
}

/** The second that contains all rows of a truncated response without a complete part. */
const secondAtSide = ({ from, to }: Interval, side: Side): Interval =>
  side === 'newest' ? { from: Math.max(from, to - secondMs), to } : { from, to: from + secondMs }
