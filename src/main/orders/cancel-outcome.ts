import { AppError } from '../../shared/errors.ts'
import { LostResponseError } from '../broker/failure.ts'
import type { NextStep } from '../journal/order-cancels.ts'

/** The next step after a DELETE that failed, with the message of the service as the broker cleaned it. */
export function nextAfterFailure(error: unknown, isSent: boolean): NextStep {
  const words = error instanceof AppError ? error.message : 'An internal error.'
  if (!isSent) return { state: 'not-sent', words: `It was not sent. ${words}` }
  if (error instanceof LostResponseError || !(error instanceof AppError))
    return { state: 'unknown', response: 'lost', words }
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
