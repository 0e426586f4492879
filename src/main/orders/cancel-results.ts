import { minuteMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import { keepCancelWords } from '#shared/text/cancel-words.ts'
import { errorText } from '#shared/text/errors/error-text.ts'
import { keepText } from '#shared/text/kept-text.ts'
import { LostResponseError } from '../broker/transport.ts'
import { judgeCancel } from '../insight/orders/judge-cancel.ts'
import type { Journal } from '../journal/journal.ts'
import type { NextStep, OpenCancel } from '../journal/order-cancels.ts'
import type { Clock } from '../time/clock.ts'
import type { OrderReader, OrderReading } from './order-reader.ts'

interface ResultContext {
  readonly journal: Pick<Journal, 'cancels'>
  readonly reader: Pick<OrderReader, 'sequence'>
  readonly clock: Clock
  readonly publish: (topic: 'cancels.changed') => void
}

/** The readings since the response to an attempt, in this run. */
interface Watch {
  /** Only readings with a larger sequence count. */
  readonly afterSequence: number
  /** Monotonic ms of the response. */
  readonly since: number
  readonly readings: number
}

/** Delays between readings of the list while an attempt is not settled; the last one repeats. */
const readDelaysMs = [300, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, minuteMs]

/** Finds the results of attempts in the readings of the order lists that follow them. */
export class CancelResults {
  readonly #context: ResultContext
  readonly #watches = new Map<string, Watch>()

  constructor(context: ResultContext) {
    this.#context = context
  }

  /** The response to an attempt has arrived, or is lost: only later readings count. */
  watch(id: string): void {
    const { reader, clock } = this.#context
    const watch = { afterSequence: reader.sequence, since: clock.monotonic(), readings: 0 }
    this.#watches.set(id, watch)
  }

  /** An attempt that no run works on: if it was not sent, it never will be; if it was, its response is lost. */
  resume({ id, state }: OpenCancel): void {
    if (state === 'asked') this.#step(id, { state: 'not-sent', words: keepCancelWords('quit-before-sent') })
    if (state === 'sent')
      this.#step(id, { state: 'unknown', response: 'lost', words: keepCancelWords('quit-before-response') })
    this.watch(id)
  }

  /** Decides with a reading of the list which of these attempts have a result. */
  settle(attempts: readonly OpenCancel[], reading: OrderReading): void {
    const { journal, clock, publish } = this.#context
    for (const open of attempts) {
      const watch = this.#watches.get(open.id)
      if (open.accountId !== reading.accountId || watch === undefined || reading.sequence <= watch.afterSequence)
        continue
      const order = reading.orders.find(({ id }) => id === open.orderId) ?? null
      if (order === null && !reading.isComplete) continue
      // Its last step could not be written, as on a full disk.
      if (open.state === 'asked' || open.state === 'sent') {
        this.resume(open)
        continue
      }
      const readings = watch.readings + 1
      this.#watches.set(open.id, { ...watch, readings })
      const verdict = judgeCancel({
        response: open.response ?? 'lost',
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

  /** Milliseconds until the lists of these attempts should be read again; `null` for none. */
  nextDelayMs(attempts: readonly OpenCancel[]): number | null {
    const delays = attempts.map(({ id }) => {
      const readings = this.#watches.get(id)?.readings ?? 0
      return readDelaysMs[Math.min(readings, readDelaysMs.length - 1)] ?? 0
    })
    return delays.length === 0 ? null : Math.min(...delays)
  }

  #step(id: string, next: NextStep): void {
    this.#context.journal.cancels.step(id, next, this.#context.clock.now())
  }
}

/** The next step after a DELETE that failed, with the message of the service as the broker cleaned it. */
export function nextAfterFailure(error: unknown, isSent: boolean): NextStep {
  if (!(error instanceof AppError))
    return isSent
      ? { state: 'unknown', response: 'lost', words: keepCancelWords('internal') }
      : { state: 'not-sent', words: keepCancelWords('not-sent-internal') }
  if (!isSent)
    return {
      state: 'not-sent',
      words: keepCancelWords(
        'not-sent',
        keepText(() => errorText(error)),
      ),
    }
  const words = keepCancelWords(
    'message',
    keepText(() => errorText(error)),
  )
  if (error instanceof LostResponseError) return { state: 'unknown', response: 'lost', words }
  switch (error.code) {
    case 'not-found':
      return { state: 'checking', response: 'not-found', words }
    case 'invalid':
    case 'rate-limited':
      return { state: 'checking', response: 'refused', words }
    default:
      // The token was refused, so the service did nothing.
      return { state: 'not-sent', words }
  }
}
