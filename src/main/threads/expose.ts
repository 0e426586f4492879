import { AsyncLocalStorage } from 'node:async_hooks'
import { parentPort } from 'node:worker_threads'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { writeTextsIn, type Language } from '#shared/language.ts'
import { errorText } from '#shared/text/errors/error-text.ts'
import { keepText } from '#shared/text/kept-text.ts'
import { systemClock } from '../time/clock.ts'

/** A call of a function of a thread. Both sides are built together, so their types say what is sent. */
export interface Call {
  readonly id: number
  /** The language of the texts in the result. */
  readonly language: Language
  readonly name: string
  readonly args: readonly unknown[]
}

/** What a thread sends: the result of a call, its error, or a notice. */
export type Reply =
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: Failure }
  | { readonly kind: 'notice'; readonly notice: unknown }

/** An error that keeps its code. */
export interface Failure {
  readonly code: ErrorCode
  /** In each language: see `keepText`. */
  readonly message: string
  /** The error code of the system or of SQLite, for an error that is not an AppError. */
  readonly cause: string | null
}

/** The work of a thread after it is open. */
export interface Exposed<H extends object> {
  /** The functions that the other thread calls. Their parameters and results are cloned. */
  readonly handlers: H
  /** Finishes the work in progress, before the thread ends gently. */
  readonly close?: () => unknown
  /** Called when no call has arrived for a while. */
  readonly rest?: () => void
}

interface ExposeOptions {
  /**
   * The text for the user about an unexpected error, whose message is not sent because it may contain data. Without this
   * text, such an error ends the thread, and the app logs it.
   */
  readonly failure?: () => string
  /** Prepares an error for the other thread, because classes are not sent. */
  readonly explain?: (error: unknown) => unknown
}

/** After this time without a call a thread rests. */
const restAfterMs = 1_000

/** Lets the other thread call functions of this one. The first call opens it, and fails if that fails: see `wrap`. */
export function expose<H extends object>(open: () => Exposed<H>, options: ExposeOptions = {}): void {
  let exposed: Exposed<H> | null = null
  let cancelRest = (): void => undefined

  async function answer({ name, args }: Call): Promise<unknown> {
    exposed ??= open()
    const { handlers } = exposed
    return Reflect.apply(Reflect.get(handlers, name) as (...args: unknown[]) => unknown, handlers, args)
  }

  function send(reply: Reply): void {
    parentPort?.postMessage(reply)
    const rest = exposed?.rest
    cancelRest()
    if (rest !== undefined) cancelRest = systemClock.after(restAfterMs, rest)
  }

  async function close(): Promise<void> {
    await exposed?.close?.()
    cancelRest()
    parentPort?.close()
  }

  parentPort?.on('message', (call: Call | 'close') => {
    cancelRest()
    if (call === 'close') {
      void close()
      return
    }
    const { id, language } = call
    inLanguageOf(language, () => answer(call)).then(
      (value) => send({ kind: 'result', id, value }),
      (error: unknown) => send({ kind: 'failure', id, failure: failureOf(error, options) }),
    )
  })
}

/** Sends a notice to the thread that wraps this one. */
export const sendNotice = (notice: unknown): void => parentPort?.postMessage({ kind: 'notice', notice } satisfies Reply)

const languageOfWork = new AsyncLocalStorage<Language>()

/** Runs work whose texts are in a language, also after a pause in which other work ran. */
export function inLanguageOf<T>(language: Language, work: () => T): T {
  writeTextsIn(() => languageOfWork.getStore() ?? language)
  return languageOfWork.run(language, work)
}

/** Throws an unexpected error that has no text. */
function failureOf(thrown: unknown, { failure, explain = (error) => error }: ExposeOptions): Failure {
  const error = explain(thrown)
  if (error instanceof AppError)
    return { code: error.code, message: keepText(() => errorText(error)), cause: codeOf(error.cause) }
  if (failure === undefined) throw thrown
  return { code: 'internal', message: keepText(failure), cause: codeOf(error) }
}

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
