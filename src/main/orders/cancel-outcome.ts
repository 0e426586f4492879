import { AppError } from '../../shared/errors.ts'
import { LostAnswerError } from '../broker/failure.ts'
import type { NextStep } from '../journal/order-cancels.ts'

/** What a DELETE that did not succeed comes to: the service's words as the broker cleaned them, and what is certain. */
export function nextAfterFailure(error: unknown, isSent: boolean): NextStep {
  const words = error instanceof AppError ? error.message : 'A fault in the monitor itself.'
  if (!isSent) return { state: 'not-sent', words: `It was not sent. ${words}` }
  if (error instanceof LostAnswerError || !(error instanceof AppError))
    return { state: 'unknown', answer: 'lost', words }
  switch (error.code) {
    case 'not-found':
      return { state: 'checking', answer: 'not-found', words }
    case 'invalid':
    case 'rate-limited':
      return { state: 'checking', answer: 'refused', words }
    default:
      // The token was refused, so the service did not act.
      return { state: 'not-sent', words }
  }
}
