import { lstatSync } from 'node:fs'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { SealedDataError } from '../sealing/sealed-data-error.ts'
import { isDamage, StorageError } from '../sqlite/errors.ts'
import { exitCodes, type ExitCode } from './exit-codes.ts'

/** An error of the operating system, as Node reports it. */
interface SystemError extends Error {
  readonly code: string
  readonly syscall: string
}

const isSystemError = (error: unknown): error is SystemError =>
  error instanceof Error &&
  'syscall' in error &&
  typeof error.syscall === 'string' &&
  'code' in error &&
  typeof error.code === 'string'

const reasons: Readonly<Record<string, () => string>> = {
  EACCES: m.host_no_permission,
  EPERM: m.host_no_permission,
  EROFS: m.disk_the_disk_is_read_only,
  ENOSPC: m.host_the_disk_is_full,
  EDQUOT: m.host_the_disk_is_full,
  EIO: m.host_the_disk_reported_an_error,
  ENOENT: m.host_it_does_not_exist,
  ENOTDIR: m.host_it_is_not_in_a_folder,
  EISDIR: m.host_it_is_a_folder,
  EEXIST: m.host_a_file_is_in_its_place,
  ELOOP: m.host_its_links_lead_in_a_circle,
  ENAMETOOLONG: m.host_its_name_is_too_long,
}

/** A folder is not created where a link leads to nothing: there the system says only that something exists. */
function reasonOf(code: string, path: string | null): string {
  if (code === 'EEXIST' && path !== null && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    return m.host_it_is_a_link_to_nothing()
  return (reasons[code] ?? (() => m.errors_the_system_refused_code({ code })))()
}

/**
 * An error that ends a program, in words for the user: one of the operating system becomes a StorageError with the path and the
 * reason. Other errors are returned unchanged.
 */
export function explainFailure(error: unknown): unknown {
  if (error instanceof AppError) {
    const isRefusal = error.code === 'internal' && isSystemError(error.cause)
    return isRefusal && !(error instanceof StorageError)
      ? new StorageError(error.reason ?? (() => error.message), { cause: error })
      : error
  }
  if (!isSystemError(error)) return error
  const { code } = error
  const path = 'path' in error && typeof error.path === 'string' ? error.path : null
  const message = (): string =>
    path === null ? m.host_the_system_refused({ code }) : m.host_cannot_use({ path, reason: reasonOf(code, path) })
  return new StorageError(message, { cause: error })
}

/** The exit code of a program that an explained error ended. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof SealedDataError) return exitCodes.sealed
  if (error instanceof StorageError || isDamage(error)) return exitCodes.notReadable
  if (!(error instanceof AppError)) return exitCodes.fault
  switch (error.code) {
    case 'invalid':
    case 'invalid-request':
      return exitCodes.badUsage
    case 'locked':
      return exitCodes.locked
    case 'internal':
      return exitCodes.fault
    default:
      return exitCodes.notReadable
  }
}
