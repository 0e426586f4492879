import { closeSync, createReadStream, existsSync, openSync, rmSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { makeFolder, renameFlushed } from './flush.ts'
import { privateFile } from './private-file.ts'
import { forgetUnfinished, noteUnfinished, removeAbandoned, unfinishedPath } from './unfinished-files.ts'

/** A time (UTC ms) for a file name, without colons, which Windows forbids. */
export const fileTime = (at: number): string =>
  new Date(at)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')

/** A file that is being written. */
export interface NewFile {
  /** Writes all of it; throws when the disk takes only some of it. */
  append(data: string | Uint8Array): Promise<void>
}

type Handle = Pick<FileHandle, 'write' | 'sync' | 'stat' | 'close'>

interface NewFileOptions {
  /** The name until the file is complete. */
  readonly partialPath: string
  /** Whether a partial file of this name, which a failed attempt left, is replaced; otherwise it is an error. */
  readonly replacesPartial?: boolean
  /** The final path, chosen when all is written. */
  readonly path: () => string
  /** Whether the user chose the path: an existing file there is replaced and its folder must exist. Otherwise the reverse. */
  readonly isChosen?: boolean
  /** Called with the complete file before it gets its name. */
  readonly beforeRename?: (partialPath: string) => Promise<void>
  /** Opens the partial file for writing; a test can give a disk that fails. */
  readonly openPartial?: (path: string) => Promise<Handle>
}

/**
 * Writes a file that appears only when it is complete: to `partialPath` first, every write checked, the size compared, flushed,
 * then renamed. On failure, and when the process exits meanwhile, the partial file is deleted; an AppError for the user or the error
 * of `write` is thrown.
 */
export async function writeNewFile(
  write: (file: NewFile) => Promise<void>,
  {
    partialPath,
    path: choosePath,
    isChosen = false,
    replacesPartial = false,
    beforeRename,
    openPartial = createPartial,
  }: NewFileOptions,
): Promise<{ readonly path: string; readonly bytes: number }> {
  const folder = dirname(partialPath)
  try {
    if (!isChosen) makeFolder(folder)
    if (replacesPartial) rmSync(partialPath, { force: true })
    noteUnfinished(partialPath)
    const file = await openPartial(partialPath)
    try {
      const bytes = await fill(file, write, folder)
      await beforeRename?.(partialPath)
      const path = choosePath()
      if (!isChosen && existsSync(path)) throw new AppError('invalid', { is: 'file-exists', path })
      renameFlushed([partialPath, path])
      return { path, bytes }
    } finally {
      removePartial(partialPath)
    }
  } catch (error) {
    throw explainWriteFailure(error, folder)
  } finally {
    forgetUnfinished(partialPath)
  }
}

/** The same for a path outside of our folders: what a killed process left in its folder is removed first. */
export function writeFileAt(
  path: string,
  write: (file: NewFile) => Promise<void>,
  options: Pick<NewFileOptions, 'isChosen' | 'beforeRename'> = {},
): Promise<{ readonly path: string; readonly bytes: number }> {
  removeAbandoned(dirname(path))
  return writeNewFile(write, { ...options, partialPath: unfinishedPath(path), path: () => path })
}

/** Writes, flushes and closes the file; returns its size. */
async function fill(file: Handle, write: (file: NewFile) => Promise<void>, folder: string): Promise<number> {
  let bytes = 0
  try {
    await write({ append: async (data) => void (bytes += await appendAll(file, data, folder)) })
    await file.sync()
    if ((await file.stat()).size !== bytes) throw incomplete(folder)
  } finally {
    await file.close()
  }
  return bytes
}

/** A nearly full disk takes some of a write without an error: only the next one fails. */
async function appendAll(file: Handle, data: string | Uint8Array, folder: string): Promise<number> {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data
  for (let done = 0; done < bytes.byteLength;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.byteLength - done)
    if (bytesWritten === 0) throw incomplete(folder)
    done += bytesWritten
  }
  return bytes.byteLength
}

/** Created by this thread: another one may carry out its `open` after a signal has removed the file. */
async function createPartial(path: string): Promise<Handle> {
  closeSync(openSync(path, 'wx', privateFile))
  return open(path, 'r+')
}

const incomplete = (folder: string): AppError => new AppError('invalid', { is: 'file-not-complete', path: folder })

function removePartial(partialPath: string): void {
  try {
    rmSync(partialPath, { force: true })
  } catch {
    // In a folder that is not writable there is no such file either.
  }
}

/**
 * Copies a file to a path that the user chose, where it replaces an existing one. The copy appears only when it is complete.
 * Throws an AppError for the user; then the existing file stays.
 */
export async function copyChecked(source: string, target: string): Promise<void> {
  const copy = async (file: NewFile): Promise<void> => {
    for await (const chunk of createReadStream(source)) if (chunk instanceof Uint8Array) await file.append(chunk)
  }
  await writeFileAt(target, copy, { isChosen: true })
}

/** An AppError with the reason and what to do, for known error codes of the file system; any other error unchanged. */
export function explainWriteFailure(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return new AppError('invalid', { is: 'disk-full', path: folder })
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOENT':
    case 'ENOTDIR':
    case 'EISDIR':
    case 'EEXIST':
      return new AppError('invalid', { is: 'cannot-write-to-folder', path: folder })
    case 'EIO':
      return new AppError('invalid', { is: 'folder-disk-error', path: folder })
    default:
      return error
  }
}
