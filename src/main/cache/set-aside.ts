import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { asidePath, moveDatabase, removeDatabase } from '../sqlite/files.ts'

/** A cache that was replaced by an empty one. */
export interface CacheSetAside {
  readonly reason: 'damaged' | 'newer'
  /** Where its file is now. */
  readonly path: string
}

/** They can be as large as the cache itself, and are needed only to find out what happened. */
const maxKept = 2
const namePattern = /^cache\.(?:damaged|newer)-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.sqlite$/

/**
 * Renames a closed cache with its `-wal` and `-shm`; only the newest two of those set aside are kept. `now` in UTC ms. Throws
 * when the disk refuses.
 */
export function setCacheAside(path: string, reason: CacheSetAside['reason'], now: number): CacheSetAside {
  const aside = asidePath(path, reason, now)
  removeDatabase(aside)
  moveDatabase(path, aside)
  const folder = dirname(path)
  for (const name of listAside(folder).slice(maxKept)) removeDatabase(join(folder, name))
  return { reason, path: aside }
}

/** Newest first. */
function listAside(folder: string): string[] {
  const timeOf = (name: string): string => namePattern.exec(name)?.[1] ?? ''
  return readdirSync(folder)
    .filter((name) => namePattern.test(name))
    .sort((a, b) => timeOf(b).localeCompare(timeOf(a)))
}
