import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ErasedPart } from '../../../shared/model/app/erasure.ts'

/** What of a profile lies in its directory, by name. The rest, and the directory itself, is the part `profile`. */
const names: readonly (readonly [ErasedPart, RegExp])[] = [
  ['cache', /^cache\.sqlite(-wal|-shm)?$/],
  ['journal', /^journal\.sqlite(-wal|-shm)?$/],
  ['backups', /^backups$/],
  ['set-aside', /^(cache|journal)\..+$/],
  ['reports', /^reports$/],
  ['call-log', /^assistants(\.\d+)?\.log$/],
]

/** The paths of each part in the directory of a profile, as they are now. */
export function partsInDirectory(directory: string): readonly (readonly [ErasedPart, readonly string[]])[] {
  const rest = new Set(listNames(directory))
  const parts = names.map(([part, pattern]) => {
    const found = [...rest].filter((name) => pattern.test(name))
    for (const name of found) rest.delete(name)
    return [part, found.map((name) => join(directory, name))] as const
  })
  // A deletion by an earlier version that was killed left the second.
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
