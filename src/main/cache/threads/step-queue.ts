import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Db } from '../../sqlite/db.ts'

/** A read in steps of a few milliseconds; the generator returns the result. */
export type Steps<T> = Generator<void, T>

interface WaitingRequest {
  /** Runs one step, the first one in a new transaction. */
  readonly step: () => void
  readonly fail: (error: unknown) => void
}

/** The maximum number of requests. If there are more, the oldest is cancelled: nobody needs its result any longer. */
const maxWaiting = 4

/**
 * Runs the long reads of a thread step by step, the newest request first. Each read sees one state of the cache: an
 * interrupted read starts again.
 */
export class StepQueue {
  readonly #db: Db
  readonly #requests: WaitingRequest[] = []
  #current: WaitingRequest | null = null

  constructor(db: Db) {
    this.#db = db
  }

  /** Throws `cancelled` when newer requests replace this one. */
  run<T>(start: () => Steps<T>): Promise<T> {
    return new Promise((resolve, reject) => this.#add(start, resolve, reject))
  }

  #add<T>(start: () => Steps<T>, resolve: (value: T) => void, fail: (error: unknown) => void): void {
    let steps: Steps<T> | null = null
    const request: WaitingRequest = {
      step: () => {
        if (this.#current !== request || steps === null) {
          this.interrupt()
          this.#db.exec('BEGIN')
          steps = start()
          this.#current = request
        }
        const { done, value } = steps.next()
        if (done !== true) return
        this.#remove(request)
        resolve(value)
      },
      fail,
    }
    this.#requests.push(request)
    if (this.#requests.length === 1) setImmediate(() => this.#step())
    const stale = this.#requests.length > maxWaiting ? this.#requests.shift() : undefined
    stale?.fail(new AppError('cancelled', m.cache_newer_requests_replaced_this_one))
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
      newest.step()
    } catch (error) {
      this.#remove(newest)
      newest.fail(error)
    }
    if (this.#requests.length > 0) setImmediate(() => this.#step())
  }

  #remove(request: WaitingRequest): void {
    this.interrupt()
    const index = this.#requests.indexOf(request)
    if (index >= 0) this.#requests.splice(index, 1)
  }
}
