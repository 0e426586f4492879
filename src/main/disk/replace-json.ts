import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { AppError } from '../../shared/errors.ts'

/**
 * Replaces a small file atomically: writes and flushes a temporary file next to it, then renames it. Throws AppError
 * `internal` when the disk refuses.
 */
export function replaceJson(path: string, value: unknown): void {
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    const file = openSync(temporary, 'wx', 0o600)
    try {
      writeFileSync(file, JSON.stringify(value, null, 2))
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, path)
  } catch (cause) {
    rmSync(temporary, { force: true })
    throw new AppError('internal', `Could not write ${path}: the disk is full or read-only`, { cause })
  }
}
