import { open, stat, unlink, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { flushFolder } from '../../disk/flush.ts'
import { explainWriteFailure } from '../../disk/new-file.ts'
import { privateFile } from '../../disk/private-file.ts'

/** Opens an existing file (`a`) or creates a new one (`ax`) for appending. Tests pass a failing disk. */
export type OpenFile = (
  path: string,
  flags: 'a' | 'ax',
) => Promise<Pick<FileHandle, 'write' | 'sync' | 'truncate' | 'close'>>

const openFile: OpenFile = (path, flags) => open(path, flags, privateFile)

/** Appends all of `content` and flushes it. After an error it tries to restore the old length, and throws an AppError. */
export async function appendChecked(
  path: string,
  flags: 'a' | 'ax',
  content: Buffer,
  openWith: OpenFile = openFile,
): Promise<void> {
  try {
    const before = flags === 'ax' ? 0 : (await stat(path)).size
    const file = await openWith(path, flags)
    try {
      await appendAll(file, content)
      await file.sync()
    } catch (error) {
      // Removes the part that a full disk accepted. If that fails too, the next batch begins a new file.
      await file.truncate(before).catch(() => undefined)
      throw error
    } finally {
      await file.close()
    }
  } catch (error) {
    if (flags === 'ax') await removeEmpty(path)
    throw explainWriteFailure(error, dirname(path))
  }
  if (flags === 'ax') flushFolder(dirname(path))
}

/** A nearly full disk accepts a part of a write without an error. Only the next write fails. */
async function appendAll(file: Pick<FileHandle, 'write'>, content: Buffer): Promise<void> {
  for (let done = 0; done < content.length;) {
    const { bytesWritten } = await file.write(content, done, content.length - done)
    if (bytesWritten === 0) throw Object.assign(new Error('the disk took nothing'), { code: 'ENOSPC' })
    done += bytesWritten
  }
}

async function removeEmpty(path: string): Promise<void> {
  try {
    if ((await stat(path)).size === 0) await unlink(path)
  } catch {
    // The file does not exist.
  }
}
