import { lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { flushFolder } from './flush.ts'

/** The number of removed files of a tree, and the paths that could not be removed, with the code of the system. */
export interface Removal {
  readonly files: number
  readonly failures: readonly { readonly path: string; readonly code: string }[]
}

/** The part of the file system that removes. Tests replace it. */
export interface Remover {
  removeFile(path: string): void
  removeFolder(path: string): void
}

export const systemRemover: Remover = { removeFile: unlinkSync, removeFolder: rmdirSync }

/**
 * Removes files and folders with all that they contain, as much as is possible, so that a power cut afterwards brings nothing
 * back. Follows no link. Never throws.
 */
export function removeTrees(paths: readonly string[], remover: Remover): Removal {
  const removal = removeAll(paths, remover)
  new Set(paths.map((path) => dirname(path))).forEach(flushFolder)
  return removal
}

function removeAll(paths: readonly string[], remover: Remover): Removal {
  const removals = paths.map((path) => removeTree(path, remover))
  return {
    files: removals.reduce((sum, { files }) => sum + files, 0),
    failures: removals.flatMap(({ failures }) => failures),
  }
}

function removeTree(path: string, remover: Remover): Removal {
  try {
    const info = lstatSync(path, { throwIfNoEntry: false })
    if (info === undefined) return { files: 0, failures: [] }
    if (!info.isDirectory()) {
      remover.removeFile(path)
      return { files: 1, failures: [] }
    }
    const inside = removeAll(
      readdirSync(path).map((name) => join(path, name)),
      remover,
    )
    // A folder that still contains something is named by what it contains.
    if (inside.failures.length === 0) remover.removeFolder(path)
    return inside
  } catch (error) {
    return { files: 0, failures: [{ path, code: codeOf(error) }] }
  }
}

/** Removes a folder and those below it, as far as they contain nothing. Never throws. */
export function removeEmptyFolders(path: string, remover: Remover): void {
  try {
    for (const entry of readdirSync(path, { withFileTypes: true }))
      if (entry.isDirectory()) removeEmptyFolders(join(path, entry.name), remover)
    remover.removeFolder(path)
    flushFolder(dirname(path))
  } catch {
    // It is not empty, or does not exist.
  }
}

/** The code of the system for a refusal (`EACCES` …); empty without one. */
const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
