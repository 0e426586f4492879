import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname } from 'node:path'

/**
 * Runs code and returns the folders in which it renamed, linked or removed something without flushing them afterwards: after a power
 * cut the old names could be back. SQLite does not use these functions.
 */
export function unflushedFolders(run: () => void): string[] {
  const recording = record()
  try {
    run()
    return recording.unflushed()
  } finally {
    recording.restore()
  }
}

/** Like `unflushedFolders`, for asynchronous code. Nothing else may change files at the same time. */
export async function unflushedFoldersOf(run: () => Promise<unknown>): Promise<string[]> {
  const recording = record()
  try {
    await run()
    return recording.unflushed()
  } finally {
    recording.restore()
  }
}

function record() {
  const { renameSync, linkSync, rmSync, openSync, fsyncSync } = fs
  const changed = new Set<string>()
  const opened = new Map<number, string>()
  const fakes = {
    renameSync(from: string, to: string) {
      renameSync(from, to)
      for (const path of [from, to]) changed.add(dirname(path))
    },
    linkSync(from: string, to: string) {
      linkSync(from, to)
      changed.add(dirname(to))
    },
    rmSync(path: string, options?: fs.RmOptions) {
      const existed = fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined
      rmSync(path, options)
      if (existed) changed.add(dirname(path))
    },
    openSync(path: string, flags: string, mode?: number) {
      const file = openSync(path, flags, mode)
      opened.set(file, path)
      return file
    },
    fsyncSync(file: number) {
      fsyncSync(file)
      changed.delete(opened.get(file) ?? '')
    },
  }
  Object.assign(fs, fakes)
  syncBuiltinESMExports()
  return {
    // A folder that is gone needs no flush of its own.
    unflushed: () => [...changed].filter((folder) => fs.existsSync(folder)),
    restore() {
      Object.assign(fs, { renameSync, linkSync, rmSync, openSync, fsyncSync })
      syncBuiltinESMExports()
    },
  }
}
