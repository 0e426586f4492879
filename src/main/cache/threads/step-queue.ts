import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Db } from '../../sqlite/db.ts'

/** A read in steps of a few milliseconds; the generator returns the result. */
export type Steps = Generator<void, unknown>

/** How a thread reports the outcome of a request. */
export interface Replies {
  readonly sendResult: (id: number, result: unknown) => void
  readonly fail: (id: number, error: unknown) => void
}

interface WaitingRequest {
  readonly id: number
  readonly start: () => Steps
}

/** The maximum number of requests. If there are more, the oldest is cancelled: nobody needs its result any longer. */
const maxWaiting = 4

/**
 * Runs the long reads of a thread step by step, the newest request first. Each read sees one state of the cache: an
 * interrupted read starts again.
 */
export class StepQueue {
  readonly #db: Db
  readonly #replies: Replies
  readonly #requests: WaitingRequest[] = []
  #current: { readonly id: number; readonly steps: Steps } | null = null

  constructor(db: Db, replies: Replies) {
    this.#db = db
    this.#replies = replies
  }

  add(id: number, start: () => Steps): void {
    this.#requests.push({ id, start })
    if (this.#requests.length === 1) setImmediate(() => this.#step())
    const stale = this.#requests.length > maxWaiting ? this.#requests.shift() : undefined
    if (stale !== undefined)
      this.#replies.fail(stale.id, new AppError('cancelled', m.cache_newer_requests_replaced_this_one))
  }

  /** Ends the transaction of the current read, so that the next statement reads the newest state. */
  interrupt(): void {
    this.#current = null
    if (this.#db.inTransaction) this.#db.exec('COMMIT')
  }

  /** Runs one step of the newest request. Then other messages are handled. */
  #step(): void {
    const newest = this.#requests.at(-1)
    if (newest === undefined) return
    try {
      this.#current = this.#current?.id === newest.id ? this.#current : this.#start(newest)
      const { done, value } = this.#current.steps.next()
      if (done === true) {
        this.#remove(newest)
        this.#replies.sendResult(newest.id, value)
      }
    } catch (error) {
      this.#remove(newest)
      this.#replies.fail(newest.id, error)
    }
    if (this.#requests.length > 0) setImmediate(() => this.#step())
  }

  #start({ id, start }: WaitingRequest): { readonly id: number; readonly steps: Steps } {
    this.interrupt()
    this.#db.exec('BEGIN')
    return { id, steps: start() }
  }

  #remove(request: WaitingRequest): void {
    this.interrupt()
    const index = this.#requests.indexOf(request)
    if (index >= 0) this.#requests.splice(index, 1)
  }
}
