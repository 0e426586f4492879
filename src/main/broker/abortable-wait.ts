import { setMaxListeners } from 'node:events'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Clock } from '../time/clock.ts'

const cancelled = (): AppError => new AppError('cancelled', m.broker_the_request_was_cancelled)

/**
 * A controller whose signal may have any number of listeners. By default Node warns of a leak at the eleventh listener.
 */
export function sharedAbort(): AbortController {
  const shared = new AbortController()
  setMaxListeners(0, shared.signal)
  return shared
}

/**
 * Returns a signal that aborts as soon as one of `signals` aborts. `AbortSignal.any` does the same, but in the
 * supported Node versions each call on a long-lived signal leaks memory. Call `unlink` when the signal is no longer
 * needed.
 */
export function linkSignals(...signals: readonly (AbortSignal | undefined)[]): {
  readonly signal: AbortSignal
  unlink(): void
} {
  const linked = new AbortController()
  const abort = (): void => linked.abort()
  if (signals.some((signal) => signal?.aborted)) abort()
  for (const signal of signals) signal?.addEventListener('abort', abort)
  return {
    signal: linked.signal,
    unlink: () => signals.forEach((signal) => signal?.removeEventListener('abort', abort)),
  }
}

/** Settles like the promise, or throws `cancelled` as soon as the signal aborts; the promise itself continues. */
export function waitFor<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(cancelled())
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

/** Resolves after `delayMs`, or throws `cancelled` as soon as the signal aborts. */
export function pause(delayMs: number, clock: Clock, signal: AbortSignal): Promise<void> {
  let stop = (): void => undefined
  const elapsed = new Promise<void>((resolve) => {
    stop = clock.after(delayMs, resolve)
  })
  return waitFor(elapsed, signal).finally(() => stop())
}
