import { AppError } from '../../shared/errors.ts'
import { CorruptDatabaseError } from './errors.ts'

/** Whether an error, or what caused it, says that a file of data is damaged. */
export function isDamage(error: unknown): boolean {
  if (error instanceof CorruptDatabaseError) return true
  if (!(error instanceof Error)) return false
  // By its code: an error that ended a thread arrives without its class.
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return /^SQLITE_(CORRUPT|NOTADB)/.test(code) || isDamage(error.cause)
}

/** An error for another thread: classes do not cross threads, so damage is marked with the code of SQLite. */
export const asPortable = (error: unknown): unknown =>
  isDamage(error)
    ? new AppError('internal', 'The file is damaged.', {
        cause: Object.assign(new Error(), { code: 'SQLITE_CORRUPT' }),
      })
    : error

/**
 * Replaces the functions of these parts, and of the parts in them, so that damage of the file they read or write is reported,
 * whoever calls them and whatever becomes of the error. The caller gets a CorruptDatabaseError with `message`.
 */
export function watchForDamage<T extends object>(parts: T, message: string, onDamage: (error: unknown) => void): T {
  function translate(error: unknown): unknown {
    if (!isDamage(error)) return error
    onDamage(error)
    return new CorruptDatabaseError(message, { cause: error })
  }
  function reject(error: unknown): never {
    throw translate(error)
  }
  const watch =
    (call: (...args: unknown[]) => unknown) =>
    (...args: unknown[]): unknown => {
      try {
        const result = call(...args)
        return result instanceof Promise ? result.catch(reject) : result
      } catch (error) {
        throw translate(error)
      }
    }
  for (const [key, part] of Object.entries(parts)) {
    if (isFunction(part)) Reflect.set(parts, key, watch(part))
    else if (typeof part === 'object' && part !== null) watchForDamage(part, message, onDamage)
  }
  return parts
}

const isFunction = (value: unknown): value is (...args: unknown[]) => unknown => typeof value === 'function'
