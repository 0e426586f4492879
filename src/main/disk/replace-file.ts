import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { AppError } from '#shared/errors.ts'
import { renameFlushed } from './flush.ts'
import { privateFile } from './private-file.ts'

/**
 * Replaces a small file atomically: writes and flushes a temporary file next to it, then renames it. Throws AppError
 * `internal` when the disk refuses; then the old file stays.
 */
export function replaceFile(path: string, content: string): void {
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    const file = openSync(temporary, 'wx', privateFile)
    try {
      writeFileSync(file, content)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameFlushed([temporary, path])
  } catch (cause) {
    rmSync(temporary, { force: true })
    throw new AppError('internal', { is: 'cannot-replace', path }, { cause })
  }
}

/** The same with a value as JSON. */
export const replaceJson = (path: string, value: unknown): void => replaceFile(path, JSON.stringify(value, null, 2))
