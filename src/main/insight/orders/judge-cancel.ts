import { minuteMs, secondMs } from '#shared/durations.ts'
import type { CancelState } from '#shared/model/order/cancel.ts'
import type { Order } from '#shared/model/order/order.ts'
import { keepCancelWords } from '#shared/text/cancel-words.ts'
import { bucketOrder } from './order-bucket.ts'

/** The response to a DELETE: accepted, refused, order not found, or no response received. */
export type CancelResponse = 'taken' | 'refused' | 'not-found' | 'lost'

/** One reading of the order list, requested after the response. */
export interface CancelEvidence {
  readonly response: CancelResponse
  /** Whether the response itself states that the order is cancelled. */
  readonly saidCancelled: boolean
  /** The order in the list; `null` if the list does not contain it. */
  readonly order: Order | null
  /** The number of such readings, this one included. */
  readonly readings: number
  /** Milliseconds from the response to this reading. */
  readonly elapsedMs: number
}

interface Verdict {
  readonly state: Extract<CancelState, 'cancelled' | 'executed' | 'ended' | 'not-found' | 'refused' | 'working'>
  /** In the form of `keepCancelWords`. */
  readonly words: string
}

/** The list may be older than the response, so a single reading that contradicts it proves nothing. */
const minReadings = 2
/**
 * A cancel counts as without effect after this many readings, and this time after a response that was accepted or lost.
 */
const minWorkingReadings = 4
const lostMs = 15 * secondMs
const takenMs = minuteMs

/** Decides the result of a cancel from a reading of the order list; `null` if the list must be read again. */
export function judgeCancel(evidence: CancelEvidence): Verdict | null {
  const { order } = evidence
  if (order === null) return judgeMissing(evidence)
  const bucket = bucketOrder(order.status)
  if (bucket === 'filled') return { state: 'executed', words: keepCancelWords('list-executed') }
  if (order.status === 'ORDER_STATUS_CANCELED') return { state: 'cancelled', words: keepCancelWords('list-cancelled') }
  if (bucket === 'ended' || bucket === 'refused')
    return { state: 'ended', words: keepCancelWords('list-ended', order.status) }
  return judgeWorking(evidence, order.status)
}

function judgeMissing({ response, saidCancelled, readings }: CancelEvidence): Verdict | null {
  if (response === 'not-found') return { state: 'not-found', words: keepCancelWords('not-known') }
  if (readings < minReadings) return null
  if (response === 'taken' && saidCancelled) return { state: 'cancelled', words: keepCancelWords('confirmed-and-gone') }
  return { state: 'not-found', words: keepCancelWords('gone') }
}

function judgeWorking({ response, readings, elapsedMs }: CancelEvidence, status: string): Verdict | null {
  // The service itself reports that the cancel is in progress.
  if (status === 'ORDER_STATUS_PENDING_CANCEL' || readings < minReadings) return null
  if (response === 'refused' || response === 'not-found')
    return { state: 'refused', words: keepCancelWords('still-shown', status) }
  if (readings < minWorkingReadings || elapsedMs < (response === 'taken' ? takenMs : lostMs)) return null
  return { state: 'working', words: keepCancelWords('without-effect', status) }
}
