import { m } from '../../shared/messages/messages.js'
import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError } from '../../shared/errors.ts'
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
    renameSync(temporary, path)
    flushFolder(dirname(path))
  } catch (cause) {
    rmSync(temporary, { force: true })
    throw new AppError('internal', () => m.errors_could_not_write_path_the_disk_is({ path }), { cause })
  }
}

/** The same with a value as JSON. */
export const replaceJson = (path: string, value: unknown): void => replaceFile(path, JSON.stringify(value, null, 2))

/** Writes what the system still holds of a file to the disk. Throws the error of the file system. */
export function flushFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * Writes the names in a folder to the disk: without it a power cut can undo a rename. Windows keeps names itself and opens no
 * folder. Never throws: the files themselves are flushed, and some file systems refuse this one.
 */
export function flushFolder(path: string): void {
  if (process.platform === 'win32') return
  try {
    const folder = openSync(path, 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  } catch {
    // As good as this file system allows.
  }
}
