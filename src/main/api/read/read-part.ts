import { isCancellation } from '#shared/errors.ts'

/** Reads one part of a result. Null if it cannot be read, so that the other parts are still sent. */
export type ReadPart = <T>(name: string, read: () => T | Promise<T>) => Promise<T | null>

/** `logFault` receives the error of a part that cannot be read, unless the app closes while it is read. */
export function createPartReader(logFault: (where: string, error: unknown) => void): ReadPart {
  return async (name, read) => {
    try {
      return await read()
    } catch (error) {
      if (!isCancellation(error)) logFault(name, error)
      return null
    }
  }
}
