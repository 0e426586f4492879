import { chmodSync, closeSync, lstatSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The modes of our files and folders: for this user only. */
export const privateFile = 0o600
export const privateFolder = 0o700

/** Creates an empty file for this user only, unless it exists: SQLite creates its files readable for everybody. */
export function createPrivately(path: string): void {
  closeSync(openSync(path, 'a', privateFile))
}

/**
 * Makes files and folders that earlier versions left readable for others private, with all that folders contain. Follows no
 * link and leaves what belongs to another user. Never throws: what cannot be changed stays. Does nothing on Windows, where
 * the user's own folders are private.
 */
export function makePrivate(paths: readonly string[]): void {
  const user = process.getuid?.()
  if (user === undefined) return
  for (const path of paths) {
    try {
      const info = lstatSync(path, { throwIfNoEntry: false })
      if (info === undefined || info.uid !== user) continue
      if (info.isDirectory()) {
        if ((info.mode & 0o077) !== 0) chmodSync(path, privateFolder)
        makePrivate(readdirSync(path).map((name) => join(path, name)))
      } else if (info.isFile() && (info.mode & 0o077) !== 0) chmodSync(path, privateFile)
    } catch {
      // Removed in the meantime, or on a file system without modes.
    }
  }
}

/** The pages that the web host lets in again after a restart. */
export const trustedPagesFile = 'web-pages.json'

/** The files of Tidemark itself in a data directory; Electron has its own there. */
const ownFiles = [
  'profiles',
  'exports',
  'logs',
  'settings.json',
  'window.json',
  'open-profile.json',
  'lock',
  trustedPagesFile,
]

/** Makes files private that earlier versions, or SQLite, left readable for other users. The directory itself may be shared. */
export const makeOwnFilesPrivate = (dataDir: string): void => makePrivate(ownFiles.map((name) => join(dataDir, name)))
