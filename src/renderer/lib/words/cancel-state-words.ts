import type { CancelState } from '../../../shared/model/order/cancel.ts'

interface StateWords {
  readonly title: string
  readonly tone: 'neutral' | 'info' | 'gain' | 'warn' | 'error'
  /** The meaning, and what the user can do. */
  readonly meaning: string
}

/** The state of a cancellation in words. */
export const cancelStateWords: Readonly<Record<CancelState, StateWords>> = {
  asked: { title: 'waiting to be sent', tone: 'info', meaning: 'It is sent as soon as the request limit allows.' },
  sent: { title: 'sent', tone: 'info', meaning: 'The service has not responded yet.' },
  checking: { title: 'checking', tone: 'info', meaning: 'The service responded; the order list is being checked.' },
  unknown: {
    title: 'unknown',
    tone: 'warn',
    meaning: 'The response was lost. The order list is checked until the result is known; nothing is sent again.',
  },
  cancelled: { title: 'cancelled', tone: 'gain', meaning: 'The order is cancelled.' },
  executed: { title: 'executed', tone: 'warn', meaning: 'The order was executed before it could be cancelled.' },
  ended: { title: 'already ended', tone: 'warn', meaning: 'The order ended before it could be cancelled.' },
  'not-found': { title: 'not found', tone: 'warn', meaning: 'The order is not in the list.' },
  refused: { title: 'refused', tone: 'error', meaning: 'The service refused; the order is still working.' },
  working: {
    title: 'still working',
    tone: 'error',
    meaning: 'The cancellation had no effect; the order is still working.',
  },
  'not-sent': { title: 'not sent', tone: 'error', meaning: 'Nothing was sent. Try again.' },
}
