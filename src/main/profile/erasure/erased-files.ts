import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ErasedPart } from '#shared/model/app/erasure.ts'

/** The parts in the directory of a profile, by file name. Other files, and the directory itself, are the part `profile`. */
const names: readonly (readonly [ErasedPart, RegExp])[] = [
  ['cache', /^cache\.sqlite(-wal|-shm)?$/],
  ['journal', /^journal\.sqlite(-wal|-shm)?$/],
  ['backups', /^backups$/],
  ['set-aside', /^(cache|journal)\..+$/],
  ['reports', /^reports$/],
  ['call-log', /^assistants(\.\d+)?\.log$/],
]

/** The existing paths of each part in the directory of a profile. */
export function partsInDirectory(directory: string): readonly (readonly [ErasedPart, readonly string[]])[] {
  const rest = new Set(listNames(directory))
  const parts = names.map(([part, pattern]) => {
    const found = [...rest].filter((name) => pattern.test(name))
    for (const name of found) rest.delete(name)
    return [part, found.map((name) => join(directory, name))] as const
  })
  // The second folder is left by an interrupted deletion of an earlier app version.
  return [...parts, ['profile', [directory, `${directory}.deleted`]]]
}

/** The paths in a folder; empty when it cannot be read or does not exist. */
export const pathsIn = (folder: string): string[] => listNames(folder).map((name) => join(folder, name))

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
