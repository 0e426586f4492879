import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Purpose } from '#shared/model/app/usage.ts'
import { perPurpose } from './shares.ts'

interface WaitingRequest {
  readonly purpose: Purpose
  readonly endpoint: string
  readonly signal: AbortSignal | undefined
  /** Called when the signal aborts while the request waits. */
  readonly onLeave: () => void
}

interface Waiter<Lease> {
  readonly endpoint: string
  readonly grant: (lease: Lease) => void
}

/** The requests that wait for a slot, by purpose and in the order of their calls. */
export class WaitingRequests<Lease> {
  readonly #queues = perPurpose(() => new Set<Waiter<Lease>>())

  /** Resolves when `grantFirst` reaches the request. Rejects with `cancelled` if its signal aborts first. */
  add({ purpose, endpoint, signal, onLeave }: WaitingRequest): Promise<Lease> {
    return new Promise((resolve, reject) => {
      const queue = this.#queues[purpose]
      const leave = (): void => {
        queue.delete(waiter)
        onLeave()
        reject(new AppError('cancelled', m.broker_the_request_was_cancelled_before_it))
      }
      const waiter: Waiter<Lease> = {
        endpoint,
        grant: (lease) => {
          signal?.removeEventListener('abort', leave)
          resolve(lease)
        },
      }
      if (signal?.aborted) return leave()
      signal?.addEventListener('abort', leave, { once: true })
      queue.add(waiter)
    })
  }

  count(purpose: Purpose): number {
    return this.#queues[purpose].size
  }

  /** Gives what `take` returns to the request of this purpose that waits longest, if there is one. */
  grantFirst(purpose: Purpose, take: (endpoint: string) => Lease): void {
    const [waiter] = this.#queues[purpose]
    if (waiter === undefined) return
    this.#queues[purpose].delete(waiter)
    waiter.grant(take(waiter.endpoint))
  }
}
