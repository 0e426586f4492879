import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { AppError } from '../../shared/errors.ts'

/**
 * Writes a small file whole beside its place, flushed, then renamed: a crash leaves the old file or the new one. Throws
 * `internal` where the disk does not take it.
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
    throw new AppError('internal', `The file ${path} cannot be written: the disk is full or forbids it`, { cause })
  }
}
