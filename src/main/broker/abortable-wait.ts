import { AppError } from '../../shared/errors.ts'
import type { Clock } from '../clock.ts'

const cancelled = (): AppError => new AppError('cancelled', 'The request was cancelled')

/**
 * A signal that aborts with the first of several. `AbortSignal.any` would do the same, but in the Node versions we run on it
 * keeps something for each call on signals that live as long as the app.
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

/** The promise's outcome, or `cancelled` as soon as the signal aborts; the promise itself goes on. */
export function waitFor<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(cancelled())
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}

/** Passes after `delayMs`, or rejects with `cancelled` as soon as the signal aborts. */
export function pause(delayMs: number, clock: Clock, signal: AbortSignal): Promise<void> {
  let stop = (): void => undefined
  const elapsed = new Promise<void>((resolve) => {
    stop = clock.after(delayMs, resolve)
  })
  return waitFor(elapsed, signal).finally(() => stop())
}
