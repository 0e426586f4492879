import { AppLock } from '#main/lock/app-lock.ts'
import type { Clock } from '#main/time/clock.ts'

type LockOptions = ConstructorParameters<typeof AppLock>[0]

/** A lock with its file in `dataDir`. By default there is no connection and no authentication by the system. */
export const makeLock = (
  options: Partial<LockOptions> & { readonly dataDir: string; readonly clock: Clock },
): AppLock =>
  new AppLock({
    system: null,
    proveSecret: () => Promise.resolve('wrong'),
    hasConnection: () => false,
    theme: () => 'system',
    language: () => null,
    onChange: () => undefined,
    logFault: () => undefined,
    hashCost: { cost: 16, blockSize: 1, parallelization: 1 },
    ...options,
  })
