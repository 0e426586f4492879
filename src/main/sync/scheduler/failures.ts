import { AppError } from '../../../shared/errors.ts'

/** Whether an error concerns only one instrument: the service does not know it, or its response cannot be decoded. */
export const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === 'not-found' || error.code === 'invalid' || error.code === 'protocol')

/** Waits for all promises, then throws the first error, so that one failing account or symbol does not stop the others. */
export async function settleAll(promises: readonly Promise<unknown>[]): Promise<void> {
  const failure = (await Promise.allSettled(promises)).find((result) => result.status === 'rejected')
  if (failure !== undefined) throw failure.reason
}

/** Milliseconds to wait after `failures` failures in a row: doubling from 5 s up to `maxMs`, half of it random. */
export function backOffMs(failures: number, random: () => number, maxMs: number): number {
  const ceiling = Math.min(maxMs, 5_000 * 2 ** Math.max(0, failures - 1))
  return Math.round(ceiling / 2 + (ceiling / 2) * random())
}
