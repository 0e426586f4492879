import { parentPort } from 'node:worker_threads'
import { AppError } from '../../shared/errors.ts'
import type { Reply } from './messages.ts'

const send = (reply: Reply): void => parentPort?.postMessage(reply)

/** Sends the result of a task. */
export const sendResult = (id: number, value: unknown): void => send({ id, ok: true, value })

/**
 * Sends an error. For an unexpected error only its code and `fault` are sent, a text for the user; the error's own message may
 * contain data.
 */
export function sendFailure(id: number, error: unknown, fault: string): void {
  const isAppError = error instanceof AppError
  const cause = codeOf(isAppError ? error.cause : error)
  send({
    ...{ id, ok: false, code: isAppError ? error.code : 'internal', message: isAppError ? error.message : fault },
    ...(cause === null ? {} : { cause }),
  })
}

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
