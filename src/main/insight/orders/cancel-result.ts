import type { CancelState } from '../../shared/model/order-cancel.ts'
import type { Order } from '../../shared/model/order.ts'
import { bucketOrder } from './order-bucket.ts'

/** How the service answered a DELETE: it took it, refused it, does not know the order, or the answer is lost. */
export type CancelAnswer = 'taken' | 'refused' | 'not-found' | 'lost'

/** What a reading of the list, asked for after the answer, shows of the order. */
export interface CancelEvidence {
  readonly answer: CancelAnswer
  /** Whether the answer itself said that the order is cancelled. */
  readonly saidCancelled: boolean
  /** The order in the list; `null` where the list lacks it. */
  readonly order: Order | null
  /** How many such readings there are, this one included. */
  readonly readings: number
  /** Milliseconds from the answer to this reading. */
  readonly elapsedMs: number
}

interface Verdict {
  readonly state: Extract<CancelState, 'cancelled' | 'executed' | 'ended' | 'not-found' | 'refused' | 'working'>
  readonly words: string
}

/** A list may lag behind an answer: one reading that does not agree with it proves nothing. */
const agreeing = 2
/** A cancel whose answer is lost may still be carried out; so long it is given for that. */
const lostReadings = 4
const lostMs = 15_000
/** The service took it: it is given longer. */
const takenMs = 60_000

/** What became of a cancel, as far as the list proves it; `null`: not yet, read again. */
export function judgeCancel(evidence: CancelEvidence): Verdict | null {
  const { order } = evidence
  if (order === null) return judgeMissing(evidence)
  const bucket = bucketOrder(order.status)
  if (bucket === 'filled')
    return { state: 'executed', words: 'It was executed before it could be cancelled, as the list shows.' }
  if (order.status === 'ORDER_STATUS_CANCELED') return { state: 'cancelled', words: 'The list shows it cancelled.' }
  if (bucket === 'ended' || bucket === 'refused')
    return { state: 'ended', words: `It had ended otherwise: the list shows ${order.status}.` }
  return judgeWorking(evidence, order.status)
}

function judgeMissing({ answer, saidCancelled, readings }: CancelEvidence): Verdict | null {
  if (answer === 'not-found')
    return { state: 'not-found', words: 'The service does not know it, and it is not in the list.' }
  if (readings < agreeing) return null
  if (answer === 'taken' && saidCancelled)
    return { state: 'cancelled', words: 'The service said so, and it is no longer in the list.' }
  return { state: 'not-found', words: 'It is no longer in the list: how it ended is not known.' }
}

function judgeWorking({ answer, readings, elapsedMs }: CancelEvidence, status: string): Verdict | null {
  // The service says itself that it is at it.
  if (status === 'ORDER_STATUS_PENDING_CANCEL' || readings < agreeing) return null
  const words = `The list still shows ${status}.`
  if (answer === 'refused' || answer === 'not-found') return { state: 'refused', words }
  if (readings < lostReadings || elapsedMs < (answer === 'taken' ? takenMs : lostMs)) return null
  return { state: 'working', words: `${words} The cancel had no effect so far.` }
}
