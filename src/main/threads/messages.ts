import { AsyncLocalStorage } from 'node:async_hooks'
import { parentPort } from 'node:worker_threads'
import { z } from 'zod'
import { errorCodes, AppError } from '#shared/errors.ts'
import { writeTextsIn, type Language } from '#shared/language.ts'
import { errorText } from '#shared/text/errors/error-text.ts'
import { keepText } from '#shared/text/kept-text.ts'

/** A task sent to a worker thread. */
export interface ThreadRequest<Task> {
  readonly id: number
  /** The language of the texts in the reply. */
  readonly language: Language
  readonly task: Task
}

/** Sets the language of the texts of this thread to that of the request. */
export const writeTextsFor = ({ language }: Pick<ThreadRequest<unknown>, 'language'>): void =>
  writeTextsIn(() => language)

const languageOfWork = new AsyncLocalStorage<Language>()

/**
 * Runs the work of a request. Its texts are in the language of the request, also after a pause in which other requests
 * ran.
 */
export function workFor<T>({ language }: Pick<ThreadRequest<unknown>, 'language'>, work: () => T): T {
  writeTextsIn(() => languageOfWork.getStore() ?? language)
  return languageOfWork.run(language, work)
}

/** The reply of the thread: a value, or an error that keeps its code. */
export const Reply = z.discriminatedUnion('ok', [
  z.object({ id: z.int(), ok: z.literal(true), value: z.unknown() }),
  z.object({
    id: z.int(),
    ok: z.literal(false),
    code: z.enum(errorCodes),
    /** In each language. */
    message: z.string(),
    /** The error code of the system or of SQLite, for an error that is not an AppError. */
    cause: z.string().optional(),
  }),
])
export type Reply = z.infer<typeof Reply>

const send = (reply: Reply): void => parentPort?.postMessage(reply)

/** Sends the result of a task. */
export const sendResult = (id: number, value: unknown): void => send({ id, ok: true, value })

/**
 * Sends an error. Of an unexpected error only its code and `fault`, a text for the user, are sent, because its message
 * may contain data.
 */
export function sendFailure(id: number, error: unknown, fault: () => string): void {
  const isAppError = error instanceof AppError
  const cause = codeOf(isAppError ? error.cause : error)
  send({
    id,
    ok: false,
    code: isAppError ? error.code : 'internal',
    message: keepText(() => (isAppError ? errorText(error) : fault())),
    ...(cause === null ? {} : { cause }),
  })
}

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
