import { Worker } from 'node:worker_threads'
import { AppError } from '../../shared/errors.ts'
import type { Clock } from '../clock.ts'
import { Reply, type Question } from './messages.ts'

export interface ThreadOptions {
  /** The built file. */
  readonly file: string | URL
  readonly workerData?: unknown
  /** Megabytes of short-lived objects before they are collected: by default a thread takes tens of them, and keeps them. */
  readonly maxYoungGenerationSizeMb: number
  /** What it is, as in "The cache was closed". */
  readonly name: string
  /** Where it is seldom needed: so long after the last answer it ends, and the next question starts it anew. */
  readonly rest?: { readonly clock: Clock; readonly idleMs: number }
}

/** A thread that answers questions. */
export interface AskedThread<Task> {
  /** What is in `moved` is no longer here afterwards. Throws what the thread throws, `internal` when that stops, `cancelled` when closed. */
  ask(task: Task, moved?: readonly ArrayBuffer[]): Promise<unknown>
  /** Ends it for good: at once, or by telling it `close`, so that it may finish what it does. */
  close(how: 'at once' | 'gently'): Promise<void>
}

type Settle = { readonly resolve: (value: unknown) => void; readonly reject: (error: unknown) => void }

/** Is started when it is first asked, and again after it stopped. While it has nothing to do it holds no process open. */
export function createAskedThread<Task>(options: ThreadOptions): AskedThread<Task> {
  const { file, workerData, maxYoungGenerationSizeMb, name, rest } = options
  const waiting = new Map<number, Settle>()
  let worker: Worker | null = null
  let lastId = 0
  let isClosed = false
  let stayAwake = (): void => undefined
  const closed = (): AppError => new AppError('cancelled', `${name} was closed`)

  function end(ended: Worker, error: AppError): void {
    // A failed thread tells so twice, and another may have begun in between.
    if (worker !== ended) return
    worker = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  function start(): Worker {
    const started = new Worker(file, { workerData, resourceLimits: { maxYoungGenerationSizeMb } })
    started.on('message', (message: unknown) => {
      const reply = Reply.parse(message)
      const asker = waiting.get(reply.id)
      waiting.delete(reply.id)
      if (waiting.size === 0) pause(started)
      if (reply.ok) asker?.resolve(reply.value)
      else asker?.reject(new AppError(reply.code, reply.message))
    })
    started.on('error', (cause) =>
      end(started, new AppError('internal', `${name} stopped unexpectedly. Try again.`, { cause })),
    )
    started.on('exit', () => end(started, closed()))
    started.unref()
    return started
  }

  function pause(idle: Worker): void {
    idle.unref()
    stayAwake =
      rest?.clock.after(rest.idleMs, () => {
        worker = null
        void idle.terminate()
      }) ?? stayAwake
  }

  return {
    async ask(task, moved = []) {
      if (isClosed) throw closed()
      stayAwake()
      worker ??= start()
      worker.ref()
      const question: Question<Task> = { id: ++lastId, task }
      const asked = worker
      return new Promise((resolve, reject) => {
        waiting.set(question.id, { resolve, reject })
        asked.postMessage(question, moved)
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
