import { parentPort } from 'node:worker_threads'
import { AppError } from '../../shared/errors.ts'
import type { Reply } from './messages.ts'

const send = (reply: Reply): void => parentPort?.postMessage(reply)

/** Answers a question that this thread was asked. */
export const answer = (id: number, value: unknown): void => send({ id, ok: true, value })

/** Answers with an error. Of a fault of ours only that it happened is told: `fault`, words for a person. */
export function fail(id: number, error: unknown, fault: string): void {
  const isOurs = error instanceof AppError
  send({ id, ok: false, code: isOurs ? error.code : 'internal', message: isOurs ? error.message : fault })
}
