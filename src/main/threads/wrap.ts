import { Worker, type ResourceLimits } from 'node:worker_threads'
import { AppError } from '#shared/errors.ts'
import { textLanguage } from '#shared/language.ts'
import { keptText } from '#shared/text/kept-text.ts'
import type { Clock } from '../time/clock.ts'
import type { Call, Failure, Reply } from './expose.ts'
import { troubles } from './troubles.ts'

interface ThreadOptions {
  /** The built file. It calls `expose`. */
  readonly file: string | URL
  readonly workerData?: unknown
  /** By default a thread takes tens of megabytes for short-lived objects and keeps them. */
  readonly resourceLimits?: ResourceLimits
  /** The work of the thread, for error messages. */
  readonly subject: keyof typeof troubles
  /** For a thread that is rarely needed: it stops some time after its last result and starts again for the next call. */
  readonly rest?: Rest | undefined
  /** Receives what the thread sends with `sendNotice`. */
  readonly onNotice?: (notice: unknown) => void
  /** Called with the error that ended the thread. */
  readonly onFault?: (error: unknown) => void
}

/** Determines when an idle thread stops. */
export interface Rest {
  readonly clock: Clock
  readonly idleMs: number
  /**
   * Whether the thread may stop now; if not, this is called again `idleMs` later. Without it the thread may always
   * stop.
   */
  readonly mayStop?: () => boolean
}

type Args<F> = F extends (...args: infer A) => unknown ? A : never
type Result<F> = F extends (...args: never[]) => infer R ? Awaited<R> : never

/** The functions of another thread. */
export interface Thread<H extends object> {
  /** Calls a function. Throws its error, `internal` when the thread stops, and `cancelled` when it is closed. */
  ask<K extends keyof H & string>(name: K, ...args: Args<H[K]>): Promise<Result<H[K]>>
  /** Like `ask`. The buffers are transferred, so the caller can no longer use them. */
  askMoving<K extends keyof H & string>(
    moved: readonly ArrayBuffer[],
    name: K,
    ...args: Args<H[K]>
  ): Promise<Result<H[K]>>
  /** Stops the thread for good: immediately, or after its current work. */
  close(how: 'now' | 'gently'): Promise<void>
}

/** Keeps the error code, because the caller may depend on it. */
function asError({ code, message, cause }: Failure): AppError {
  const original = cause === null ? {} : { cause: Object.assign(new Error(keptText(message)), { code: cause }) }
  return new AppError(code, () => keptText(message), original)
}

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/**
 * A thread that answers calls: see `expose`. The first call starts it; the next call after a stop starts it again. An idle
 * thread does not keep the process running.
 */
export function wrap<H extends object>(options: ThreadOptions): Thread<H> {
  const { file, workerData, resourceLimits, subject, rest, onNotice, onFault } = options
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let lastId = 0
  let isClosed = false
  let stayAwake = (): void => undefined
  const closed = (): AppError => new AppError('cancelled', troubles[subject].closed)
  const stopped = (cause?: unknown): AppError => new AppError('internal', troubles[subject].stopped, { cause })

  function end(ended: Worker, error: AppError): void {
    // A failed thread reports its end twice, and a new thread may start between the two reports.
    if (worker !== ended) return
    worker = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  function receive(from: Worker, reply: Reply): void {
    if (reply.kind === 'notice') {
      onNotice?.(reply.notice)
      return
    }
    const caller = waiting.get(reply.id)
    waiting.delete(reply.id)
    // The process must keep running until the thread has ended.
    if (waiting.size === 0 && !isClosed) pause(from)
    if (reply.kind === 'result') caller?.resolve(reply.value)
    else caller?.reject(asError(reply.failure))
  }

  function start(): Worker {
    const started = new Worker(file, { workerData, ...(resourceLimits === undefined ? {} : { resourceLimits }) })
    started.on('message', (reply: Reply) => receive(started, reply))
    started.on('error', (cause) => {
      end(started, stopped(cause))
      onFault?.(cause)
    })
    started.on('exit', () => end(started, isClosed ? closed() : stopped()))
    started.unref()
    return started
  }

  function pause(idle: Worker): void {
    idle.unref()
    if (rest === undefined) return
    const stop = (): void => {
      if (rest.mayStop?.() === false) {
        stayAwake = rest.clock.after(rest.idleMs, stop)
        return
      }
      worker = null
      void idle.terminate()
    }
    stayAwake = rest.clock.after(rest.idleMs, stop)
  }

  async function send(name: string, args: readonly unknown[], moved: readonly ArrayBuffer[]): Promise<unknown> {
    if (isClosed) throw closed()
    stayAwake()
    worker ??= start()
    worker.ref()
    const call: Call = { id: ++lastId, language: textLanguage(), name, args }
    const target = worker
    return new Promise((resolve, reject) => {
      waiting.set(call.id, { resolve, reject })
      target.postMessage(call, moved)
    })
  }

  return {
    ask: (name, ...args) => send(name, args, []) as Promise<never>,
    askMoving: (moved, name, ...args) => send(name, args, moved) as Promise<never>,
    async close(how) {
      isClosed = true
      stayAwake()
      const ending = worker
      if (ending === null) return
      ending.ref()
      const ended = new Promise((resolve) => ending.once('exit', resolve))
      if (how === 'gently') ending.postMessage('close')
      else void ending.terminate()
      await ended
    },
  }
}
