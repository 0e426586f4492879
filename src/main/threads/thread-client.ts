import { Worker } from 'node:worker_threads'
import { AppError } from '#shared/errors.ts'
import { textLanguage } from '#shared/language.ts'
import { keptText } from '#shared/text/kept-text.ts'
import type { Clock } from '../time/clock.ts'
import { Reply, type ThreadRequest } from './messages.ts'
import { troubles } from './troubles.ts'

export interface ThreadOptions {
  /** The built file. */
  readonly file: string | URL
  readonly workerData?: unknown
  /** The memory for short-lived objects, in megabytes. By default a thread takes tens of megabytes and keeps them. */
  readonly maxYoungGenerationSizeMb: number
  /** The data that the thread works on, for error messages. */
  readonly subject: keyof typeof troubles
  /**
   * For a thread that is rarely needed: it stops some time after its last result and starts again for the next task.
   */
  readonly rest?: Rest
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

/** A worker thread that runs tasks. */
export interface ThreadClient<Task> {
  /**
   * Runs a task. The buffers in `moved` are transferred, so the caller can no longer use them. Throws the error of the
   * thread, `internal` when the thread stops, `cancelled` when it is closed.
   */
  ask(task: Task, moved?: readonly ArrayBuffer[]): Promise<unknown>
  /**
   * Stops the thread for good: immediately, or by sending the message `close`, so that it can finish its current task.
   */
  close(how: 'now' | 'gently'): Promise<void>
}

/** Keeps the error code, because the caller may depend on it. */
function asError({ code, message, cause }: Extract<Reply, { ok: false }>): AppError {
  const original = cause === undefined ? {} : { cause: Object.assign(new Error(keptText(message)), { code: cause }) }
  return new AppError(code, () => keptText(message), original)
}

type Settle = { readonly resolve: (value: unknown) => void; readonly reject: (error: unknown) => void }

/** The first task starts the thread; the next task after a stop starts it again. An idle thread does not keep the process running. */
export function createThreadClient<Task>(options: ThreadOptions): ThreadClient<Task> {
  const { file, workerData, maxYoungGenerationSizeMb, subject, rest } = options
  const waiting = new Map<number, Settle>()
  let worker: Worker | null = null
  let lastId = 0
  let isClosed = false
  let stayAwake = (): void => undefined
  const closed = (): AppError => new AppError('cancelled', troubles[subject].closed())

  function end(ended: Worker, error: AppError): void {
    // A failed thread reports its end twice, and a new thread may start between the two reports.
    if (worker !== ended) return
    worker = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  function start(): Worker {
    const started = new Worker(file, { workerData, resourceLimits: { maxYoungGenerationSizeMb } })
    started.on('message', (message: unknown) => {
      const reply = Reply.parse(message)
      const caller = waiting.get(reply.id)
      waiting.delete(reply.id)
      // The process must keep running until the thread has ended.
      if (waiting.size === 0 && !isClosed) pause(started)
      if (reply.ok) caller?.resolve(reply.value)
      else caller?.reject(asError(reply))
    })
    started.on('error', (cause) => end(started, new AppError('internal', troubles[subject].stopped(), { cause })))
    started.on('exit', () => end(started, closed()))
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

  return {
    async ask(task, moved = []) {
      if (isClosed) throw closed()
      stayAwake()
      worker ??= start()
      worker.ref()
      const request: ThreadRequest<Task> = { id: ++lastId, language: textLanguage(), task }
      const target = worker
      return new Promise((resolve, reject) => {
        waiting.set(request.id, { resolve, reject })
        target.postMessage(request, moved)
      })
    },
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
