import { closeSync, fsyncSync, openSync } from 'node:fs'

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
