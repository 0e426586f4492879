import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createCache, type Cache } from './cache/cache.ts'
import { createCacheThreads, type CacheThreads } from './cache/cache-threads.ts'
import { openCache } from './cache/open.ts'
import type { Clock } from './clock.ts'
import { createJournal, type Journal } from './journal/journal.ts'
import { openJournal, type OpenedJournal } from './journal/open.ts'
import { closeDatabase } from './sqlite/open.ts'
import { goFirst } from './sqlite/write-turn.ts'

interface DataPlace {
  readonly directory: string
  /** The built `cache/thread.ts`. */
  readonly threadFile: string | URL
  readonly clock: Clock
  /** Instruments of the first watchlist, for a journal that has none yet. */
  readonly firstWatchlist: readonly string[]
}

/** What lies on this computer of a profile, open. */
export interface ProfileData {
  readonly cache: Cache
  readonly cachePath: string
  /** Closed before the rest is. */
  readonly threads: CacheThreads
  readonly journal: Journal
  close(): void
}

/** Opens a profile's cache and journal. What had to be repaired stands in the journal. Throws what opening them throws. */
export function openProfileData({ directory, threadFile, clock, firstWatchlist }: DataPlace): ProfileData {
  const backupDir = join(directory, 'backups')
  mkdirSync(backupDir, { recursive: true, mode: 0o700 })
  const openedJournal = openJournal(join(directory, 'journal.sqlite'), backupDir)
  const cachePath = join(directory, 'cache.sqlite')
  const openedCache = openCache(cachePath)
  const threads = createCacheThreads(threadFile, cachePath, goFirst(openedCache.db))
  const journal = createJournal(openedJournal.db, backupDir)

  if (openedCache.rebuilt) journal.events.add(clock.now(), 'cache', 'The cache was damaged and is being rebuilt')
  for (const message of describeRepair(openedJournal)) journal.events.add(clock.now(), 'journal', message)
  if (journal.watchlists.list().length === 0) {
    const list = journal.watchlists.create('Watchlist')
    for (const symbol of firstWatchlist) journal.watchlists.addSymbol(list.id, symbol)
  }
  return {
    ...{ cache: createCache(openedCache.db, threads), cachePath, threads, journal },
    close() {
      closeDatabase(openedCache.db)
      closeDatabase(openedJournal.db)
    },
  }
}

/** What a person must know of a journal that was damaged or gone: what took its place, and where the old one lies. */
function describeRepair({ restoredFrom, movedAside }: OpenedJournal): string[] {
  return [
    ...(movedAside === null ? [] : [`The journal was damaged. It lies in ${movedAside} now`]),
    ...(restoredFrom === null ? [] : [`The journal was restored from ${restoredFrom}`]),
    ...(movedAside !== null && restoredFrom === null ? ['No backup was there: the journal begins anew'] : []),
  ]
}
