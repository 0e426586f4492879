import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { LockChoices } from '#shared/model/app/lock.ts'
import { removeFlushed } from '../disk/flush.ts'
import { replaceJson } from '../disk/replace-file.ts'
import { PinHash } from './pin-hash.ts'

/** The stored lock. Without a PIN there is no file. */
const StoredLock = z.object({
  pin: PinHash,
  /** For programs beside the app. The app itself starts locked whatever this says. */
  isLocked: z.boolean(),
  /** Wrong tries in a row. */
  failures: z.int().min(0),
  choices: LockChoices,
})
export type StoredLock = z.infer<typeof StoredLock>

export const lockFilePath = (dataDir: string): string => join(dataDir, 'app-lock.json')

/** `null`: there is no lock. `damaged`: there is one that cannot be read, which counts as locked. */
export function readLockFile(dataDir: string): StoredLock | 'damaged' | null {
  try {
    const text = readText(dataDir)
    return text === null ? null : parse(text)
  } catch {
    return 'damaged'
  }
}

/** `null`: there is no file. Throws the error of the file system. */
function readText(dataDir: string): string | null {
  try {
    return readFileSync(lockFilePath(dataDir), 'utf8')
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

function parse(text: string): StoredLock | 'damaged' {
  try {
    return StoredLock.parse(JSON.parse(text))
  } catch {
    return 'damaged'
  }
}

/** Throws AppError `internal` when the disk refuses; then the old file stays. */
export const writeLockFile = (dataDir: string, stored: StoredLock): void => replaceJson(lockFilePath(dataDir), stored)

/** Throws the error of the file system. */
export const removeLockFile = (dataDir: string): void => removeFlushed([lockFilePath(dataDir)])

/**
 * For programs that read the files beside the app. Throws `locked` while the app is locked, and, once there is a PIN, while it
 * is closed: it would start locked. Throws the error of the file system if the data directory cannot be read.
 */
export function refuseWhileLocked(dataDir: string): void {
  const text = readText(dataDir)
  if (text === null) return
  const stored = parse(text)
  if (stored !== 'damaged' && !stored.isLocked) return
  throw new AppError('locked', m.errors_locked_open_first())
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
