import { randomUUID } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Cancellation, CancelPlan, CancelScope } from '#shared/model/order/cancel.ts'
import { keepCancelWords } from '#shared/text/cancel-words.ts'
import type { Broker } from '../broker/broker.ts'
import type { NextStep, OpenCancel } from '../journal/order-cancels.ts'
import { CancelPlans, type CancelPlanContext } from './cancel-plans.ts'
import { CancelResults, nextAfterFailure } from './cancel-results.ts'
import { ensureMayTrade } from './check-cancel.ts'

/** The parts of a profile that cancelling needs. */
export interface CancelContext extends CancelPlanContext {
  readonly broker: Pick<Broker, 'call' | 'session' | 'renewSession' | 'endHold'>
  readonly publish: (topic: 'cancels.changed') => void
  readonly logFault: (where: string, error: unknown) => void
  /** Whether the user may send requests now: not after a sign-out. */
  readonly mayRequest: () => boolean
}

/**
 * Cancels orders: the user confirms a plan once, then each of its orders gets exactly one DELETE. Its result is found by
 * reading the order list. Every step is in the journal before it is taken.
 */
export class Cancels {
  readonly #context: CancelContext
  readonly #plans: CancelPlans
  readonly #sending = new Map<string, Promise<void>>()
  readonly #results: CancelResults
  readonly #stopping = new AbortController()
  #onOutcome = (): void => undefined

  /** Continues with the attempts of an earlier run: none of them is sent again. */
  constructor(context: CancelContext) {
    this.#context = context
    this.#plans = new CancelPlans(context)
    this.#results = new CancelResults(context)
    for (const open of context.journal.cancels.listOpen()) this.#results.resume(open)
    context.reader.onReading((reading) => this.#results.settle(this.#listAwaited(), reading))
  }

  /** The orders that a confirmation would cancel, by lists read now. Throws `invalid` when cancelling is not allowed, otherwise what the broker throws. */
  async prepare(scope: CancelScope): Promise<CancelPlan> {
    this.#ensureMayRequest()
    return this.#plans.prepare(scope, this.#stopping.signal)
  }

  /** Starts one DELETE for each order of a plan and does not wait for them. Throws `not-found` for a plan that was confirmed before or is too old. */
  async confirm(planId: string): Promise<{ readonly started: Cancellation[]; readonly leftOut: number }> {
    this.#ensureMayRequest()
    const { plan, lastNumber } = this.#plans.take(planId)
    await ensureMayTrade(this.#context.broker, this.#stopping.signal)
    const { journal, clock, publish } = this.#context
    const planned = plan.lines.filter(({ obstacle }) => obstacle === null)
    // Another window may have cancelled the same orders since this plan was read.
    const free = planned.filter(({ accountId, orderId }) => !journal.cancels.isBusy(accountId, orderId, lastNumber))
    const requested = free.flatMap(({ order, name }) =>
      order === null ? [] : [{ id: randomUUID(), planId, scope: plan.words, before: order, name }],
    )
    journal.cancels.ask(requested, clock.now())
    for (const { id, before } of requested) this.#start(id, before.accountId, before.id)
    publish('cancels.changed')
    return { started: requested.map(({ id }) => journal.cancels.get(id)), leftOut: planned.length - requested.length }
  }

  /** Calls the listener when a DELETE has its outcome: from then on the lists should be read, see `nextDelayMs`. */
  onOutcome(listener: () => void): void {
    this.#onOutcome = listener
  }

  /** Reads the order lists of the attempts in progress. Throws what the broker throws. */
  async readAgain(signal: AbortSignal): Promise<void> {
    const accounts = new Set(this.#listAwaited().map(({ accountId }) => accountId))
    const { reader } = this.#context
    const reads = [...accounts].map((accountId) => reader.read(accountId, { purpose: 'user', signal }))
    const failed = (await Promise.allSettled(reads)).find((result) => result.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  /** Milliseconds until the lists should be read again; `null` without an attempt in progress. */
  nextDelayMs(): number | null {
    return this.#results.nextDelayMs(this.#listAwaited())
  }

  /** Drops cancels that are not sent yet. The result of those that were sent is unknown, and is read at the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#sending.values())
  }

  #ensureMayRequest(): void {
    if (!this.#context.mayRequest() || this.#stopping.signal.aborted)
      throw new AppError('invalid', m.errors_syncing_is_off_connect_or_resume_first)
  }

  /** The attempts that were sent and whose result is not known yet. */
  #listAwaited(): OpenCancel[] {
    return this.#context.journal.cancels.listOpen().filter(({ id }) => !this.#sending.has(id))
  }

  #start(id: string, accountId: string, orderId: string): void {
    const work = this.#send(id, accountId, orderId)
      .catch((error: unknown) => this.#context.logFault('a cancel', error))
      .finally(() => {
        this.#sending.delete(id)
        this.#results.watch(id)
        this.#context.publish('cancels.changed')
        if (!this.#stopping.signal.aborted) this.#onOutcome()
      })
    this.#sending.set(id, work)
  }

  async #send(id: string, accountId: string, orderId: string): Promise<void> {
    let isSent = false
    const onSend = (): void => {
      // In the journal before it is sent. When that fails, or the attempt is settled already, nothing is sent.
      if (!this.#step(id, { state: 'sent', words: keepCancelWords('sent') }))
        throw new AppError('cancelled', m.errors_it_was_dropped_before_it_was_sent)
      isSent = true
      this.#context.publish('cancels.changed')
    }
    const options = { purpose: 'cancel', signal: this.#stopping.signal, onSend } as const
    let next: NextStep
    try {
      const { id: cancelledId, status } = await this.#context.broker.call(
        'cancelOrder',
        { accountId, orderId },
        options,
      )
      const saidCancelled = cancelledId === orderId && status === 'ORDER_STATUS_CANCELED'
      next = {
        state: 'checking',
        response: 'taken',
        saidCancelled,
        words: keepCancelWords('accepted', status),
      }
    } catch (error) {
      next = nextAfterFailure(error, isSent)
      if (!(error instanceof AppError)) this.#context.logFault('a cancel', error)
    }
    this.#step(id, next)
  }

  #step(id: string, next: NextStep): boolean {
    return this.#context.journal.cancels.step(id, next, this.#context.clock.now())
  }
}
