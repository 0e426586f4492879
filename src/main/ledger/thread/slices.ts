import { AppError } from '../../../shared/errors.ts'

/** How long a part of the work takes before other messages are let in. */
const sliceMs = 8

/** Runs steps to their end, with pauses. Throws `cancelled` when it is stopped. */
export async function runInSlices<T>(steps: Generator<void, T>, isStopped: () => boolean): Promise<T> {
  let sliceEndsAt = performance.now() + sliceMs
  for (;;) {
    if (isStopped()) throw new AppError('cancelled', 'The ledger was closed')
    const { done, value } = steps.next()
    if (done === true) return value
    if (performance.now() < sliceEndsAt) continue
    await new Promise((resolve) => setImmediate(resolve))
    sliceEndsAt = performance.now() + sliceMs
  }
}
