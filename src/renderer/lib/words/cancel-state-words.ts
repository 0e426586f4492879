import type { CancelState } from '../../shared/model/order-cancel.ts'

interface StateWords {
  readonly title: string
  readonly tone: 'neutral' | 'info' | 'gain' | 'warn' | 'error'
  /** What it means, and what can be done. */
  readonly meaning: string
}

/** Where a cancel stands, for a person. */
export const cancelStateWords: Readonly<Record<CancelState, StateWords>> = {
  asked: { title: 'waiting to be sent', tone: 'info', meaning: 'It goes out as soon as a request is free.' },
  sent: { title: 'sent', tone: 'info', meaning: 'The service has not answered yet.' },
  checking: { title: 'checking', tone: 'info', meaning: 'The service answered; the list is being read.' },
  unknown: {
    title: 'unknown',
    tone: 'warn',
    meaning: 'The answer is lost. The list is read until it tells; nothing is sent again.',
  },
  cancelled: { title: 'cancelled', tone: 'gain', meaning: 'The order is cancelled.' },
  executed: { title: 'executed', tone: 'warn', meaning: 'It was executed before it could be cancelled.' },
  ended: { title: 'had ended', tone: 'warn', meaning: 'It had ended before it could be cancelled.' },
  'not-found': { title: 'not found', tone: 'warn', meaning: 'The order is not in the list.' },
  refused: { title: 'refused', tone: 'error', meaning: 'The service refuses, and the order still works.' },
  working: { title: 'still works', tone: 'error', meaning: 'The cancel had no effect: the order still works.' },
  'not-sent': { title: 'not done', tone: 'error', meaning: 'Nothing was done: ask again.' },
}
