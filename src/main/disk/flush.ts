import { closeSync, fsyncSync, lstatSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { privateFolder } from './private-file.ts'

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
 * Writes the names in a folder to the disk: without it a power cut can undo a rename or a removal. Windows keeps names itself and
 * opens no folder. Never throws: the files themselves are flushed, and some file systems refuse this one.
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

const flushFoldersOf = (paths: readonly string[]): void =>
  new Set(paths.map((path) => dirname(path))).forEach(flushFolder)

/** Renames files in this order, so that a power cut afterwards undoes nothing. Throws the error of the file system. */
export function renameFlushed(...renames: readonly (readonly [from: string, to: string])[]): void {
  for (const [from, to] of renames) renameSync(from, to)
  flushFoldersOf(renames.flatMap(([from, to]) => [to, from]))
}

/**
 * Removes files that exist, with `recursive` also folders and all that they contain, so that a power cut afterwards brings nothing
 * back. Throws the error of the file system.
 */
export function removeFlushed(paths: readonly string[], { recursive = false } = {}): void {
  const existing = paths.filter((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined)
  for (const path of existing) rmSync(path, { recursive, force: true })
  flushFoldersOf(existing)
}

/**
 * Creates a folder for this user only, and those above it, unless they exist. Throws the error of the file system. The option
 * `recursive` of Node would never return below a folder that cannot have another, as `/proc`.
 */
export function makeFolder(path: string): void {
  const folder = resolve(path)
  if (isFolder(folder)) return
  // A drive that does not exist is its own parent.
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: privateFolder })
  } catch (error) {
    // Another process may have created it in the meantime.
    if (isFolder(folder)) return
    throw error
  }
  flushFolder(dirname(folder))
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
