import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/errors.ts'
import type { Cancellation, CancelPlan, CancelScope } from '../../shared/model/order-cancel.ts'
import type { Broker } from '../broker/client.ts'
import { judgeCancel } from '../insight/cancel-verdict.ts'
import type { NextStep, OpenCancel } from '../journal/order-cancels.ts'
import { nextAfterFailure } from './cancel-failure.ts'
import { CancelPlans, type CancelPlanContext } from './cancel-plans.ts'
import type { OrderReading } from './order-reader.ts'

/** What cancelling needs of the profile. */
export interface CancelContext extends CancelPlanContext {
  readonly broker: Pick<Broker, 'call' | 'session' | 'renewSession'>
  readonly publish: (topic: 'cancels.changed') => void
  readonly logFault: (where: string, error: unknown) => void
  /** Whether anything may be asked of the service: it is neither paused nor signed out. */
  readonly mayAsk: () => boolean
  /** Asks for the lists of what is under way to be read soon. */
  readonly wake: () => void
}

/** What is known of an attempt since its answer, in this run alone. */
interface Watch {
  /** Readings asked for after this turn count. */
  readonly afterTurn: number
  /** Monotonic ms of the answer. */
  readonly since: number
  readonly readings: number
}

/** From one reading of the list to the next, while an attempt is not settled; the last goes on. */
const readAgainMs = [300, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000]

/**
 * Cancels orders: a plan is read, confirmed once, and each of its orders is sent one DELETE, ever. What it did is found by
 * reading the list. Every step is in the journal before it is taken.
 */
export class Cancels {
  readonly #context: CancelContext
  readonly #plans: CancelPlans
  readonly #sending = new Map<string, Promise<void>>()
  readonly #watches = new Map<string, Watch>()
  readonly #stopping = new AbortController()

  /** Takes up what a former run left: nothing of it is sent again. */
  constructor(context: CancelContext) {
    this.#context = context
    this.#plans = new CancelPlans(context)
    for (const open of context.journal.cancels.listOpen()) this.#takeUp(open)
    context.reader.follow((reading) => this.#settle(reading))
  }

  /** What a confirmation would cancel, by lists read now. Throws `invalid` where nothing may be cancelled, else as the broker. */
  async prepare(scope: CancelScope): Promise<CancelPlan> {
    this.#ensureMayAsk()
    return this.#plans.prepare(scope, this.#stopping.signal)
  }

  /** Sends each order of a plan one DELETE; answers when that is begun. Throws `not-found` for a plan confirmed before or too old. */
  async confirm(planId: string): Promise<{ readonly started: Cancellation[]; readonly leftOut: number }> {
    this.#ensureMayAsk()
    const { plan, lastNumber } = this.#plans.take(planId)
    await this.#plans.ensureMayTrade(this.#stopping.signal)
    const { journal, clock, publish } = this.#context
    const meant = plan.lines.filter(({ obstacle }) => obstacle === null)
    // Another window may have cancelled the same since this plan was read.
    const free = meant.filter(({ accountId, orderId }) => !journal.cancels.isBusy(accountId, orderId, lastNumber))
    const asked = free.flatMap(({ order, name }) =>
      order === null ? [] : [{ id: randomUUID(), planId, scope: plan.words, before: order, name }],
    )
    journal.cancels.ask(asked, clock.now())
    for (const { id, before } of asked) this.#begin(id, before.accountId, before.id)
    publish('cancels.changed')
    return { started: asked.map(({ id }) => journal.cancels.get(id)), leftOut: meant.length - asked.length }
  }

  /** Reads the lists of what is under way. Throws what the broker throws. */
  async readAgain(signal: AbortSignal): Promise<void> {
    const accounts = new Set(this.#listAnswered().map(({ accountId }) => accountId))
    const { reader } = this.#context
    const reads = [...accounts].map((accountId) => reader.read(accountId, { purpose: 'person', signal }))
    const failed = (await Promise.allSettled(reads)).find((result) => result.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  /** Milliseconds until the lists should be read again; `null` while nothing is under way. */
  nextDelayMs(): number | null {
    const delays = this.#listAnswered().map(({ id }) => {
      const readings = this.#watches.get(id)?.readings ?? 0
      return readAgainMs[Math.min(readings, readAgainMs.length - 1)] ?? 0
    })
    return delays.length === 0 ? null : Math.min(...delays)
  }

  /** Gives up what is not sent; what is on its way becomes unknown, and is read at the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#sending.values())
  }

  #ensureMayAsk(): void {
    if (!this.#context.mayAsk() || this.#stopping.signal.aborted)
      throw new AppError('invalid', 'Nothing is asked of the service now: connect, or let it go on first.')
  }

  #listAnswered(): OpenCancel[] {
    return this.#context.journal.cancels.listOpen().filter(({ id }) => !this.#sending.has(id))
  }

  #begin(id: string, accountId: string, orderId: string): void {
    const work = this.#send(id, accountId, orderId)
      .catch((error: unknown) => this.#context.logFault('a cancel', error))
      .finally(() => {
        this.#sending.delete(id)
        this.#watch(id)
        this.#context.publish('cancels.changed')
        if (!this.#stopping.signal.aborted) this.#context.wake()
      })
    this.#sending.set(id, work)
  }

  async #send(id: string, accountId: string, orderId: string): Promise<void> {
    let isSent = false
    const onSend = (): void => {
      // On the disk before it is on the way. What cannot be kept, or is settled, is not sent.
      if (!this.#step(id, { state: 'sent', words: 'Sent to the service.' }))
        throw new AppError('cancelled', 'It was given up before it was sent.')
      isSent = true
      this.#context.publish('cancels.changed')
    }
    const options = { purpose: 'cancel', signal: this.#stopping.signal, onSend } as const
    let next: NextStep
    try {
      const { id: answered, status } = await this.#context.broker.call('cancelOrder', { accountId, orderId }, options)
      const saidCancelled = answered === orderId && status === 'ORDER_STATUS_CANCELED'
      next = {
        state: 'checking',
        answer: 'taken',
        saidCancelled,
        words: `The service took it: ${status || 'no status'}.`,
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

  #watch(id: string): Watch {
    const { reader, clock } = this.#context
    const watch = { afterTurn: reader.turn, since: clock.monotonic(), readings: 0 }
    this.#watches.set(id, watch)
    return watch
  }

  /** An attempt without anybody at work on it: what was not sent never will be, and what was sent has lost its answer. */
  #takeUp({ id, state }: OpenCancel): void {
    const words = 'Tidemark ended before'
    if (state === 'asked') this.#step(id, { state: 'not-sent', words: `${words} it was sent: nothing was done.` })
    if (state === 'sent') this.#step(id, { state: 'unknown', answer: 'lost', words: `${words} the answer came.` })
    this.#watch(id)
  }

  #settle(reading: OrderReading): void {
    const { journal, clock, publish } = this.#context
    for (const open of this.#listAnswered()) {
      const watch = this.#watches.get(open.id)
      if (open.accountId !== reading.accountId || watch === undefined || reading.turn <= watch.afterTurn) continue
      const order = reading.orders.find(({ id }) => id === open.orderId) ?? null
      if (order === null && !reading.isWhole) continue
      // Its last step could not be kept, as on a full disk.
      if (open.state === 'asked' || open.state === 'sent') {
        this.#takeUp(open)
        continue
      }
      const readings = watch.readings + 1
      this.#watches.set(open.id, { ...watch, readings })
      const verdict = judgeCancel({
        answer: open.answer ?? 'lost',
        saidCancelled: open.saidCancelled,
        order,
        readings,
        elapsedMs: clock.monotonic() - watch.since,
      })
      if (verdict === null) continue
      const shown = { executed: order?.executedQuantity ?? null, remaining: order?.remainingQuantity ?? null }
      journal.cancels.step(open.id, { ...verdict, shown }, clock.now())
      this.#watches.delete(open.id)
      publish('cancels.changed')
    }
  }
}
