import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createCache, type Cache } from '../cache/cache.ts'
import { createCacheThreads, type CacheThreads } from '../cache/threads/cache-threads.ts'
import { openCache } from '../cache/open.ts'
import type { Clock } from '../time/clock.ts'
import { createJournal, type Journal } from '../journal/journal.ts'
import { openJournal, type OpenedJournal } from '../journal/open.ts'
import { closeDatabase } from '../sqlite/open.ts'
import { goFirst, type WritePriority } from '../sqlite/write-priority.ts'

interface DataOptions {
  readonly directory: string
  /** The built `cache/thread.ts`. */
  readonly threadFile: string | URL
  readonly clock: Clock
  /** Symbols of the first watchlist, for a journal that has no watchlist yet. */
  readonly firstWatchlist: readonly string[]
}

/** The open databases of a profile. */
export interface ProfileData {
  readonly cache: Cache
  readonly cachePath: string
  /** For threads that write the cache: the main thread goes first. */
  readonly priority: WritePriority
  readonly paths: { readonly journal: string; readonly cache: string }
  /** Close them before the databases. */
  readonly threads: CacheThreads
  readonly journal: Journal
  close(): void
}

/** Opens the cache and the journal of a profile. Repairs are logged in the journal. Throws what opening them throws. */
export function openProfileData({ directory, threadFile, clock, firstWatchlist }: DataOptions): ProfileData {
  const journalPath = join(directory, 'journal.sqlite')
  const backupDir = join(directory, 'backups')
  mkdirSync(backupDir, { recursive: true, mode: 0o700 })
  const openedJournal = openJournal(journalPath, backupDir, clock)
  const cachePath = join(directory, 'cache.sqlite')
  const openedCache = openCache(cachePath)
  const priority = goFirst(openedCache.db)
  const threads = createCacheThreads(threadFile, cachePath, priority)
  const journal = createJournal(openedJournal.db, backupDir)

  if (openedCache.rebuilt) journal.events.add(clock.now(), 'cache', 'The cache was damaged and is being rebuilt')
  for (const message of describeRepair(openedJournal)) journal.events.add(clock.now(), 'journal', message)
  if (journal.watchlists.list().length === 0) {
    const list = journal.watchlists.create('Watchlist')
    for (const symbol of firstWatchlist) journal.watchlists.addSymbol(list.id, symbol)
  }
  return {
    ...{ cache: createCache(openedCache.db, threads), cachePath, priority, threads, journal },
    paths: { journal: journalPath, cache: cachePath },
    close() {
      closeDatabase(openedCache.db)
      closeDatabase(openedJournal.db)
    },
  }
}

/** Messages for the user about a journal that was damaged or missing: what replaced it, and where the old file is. */
function describeRepair({ restoredFrom, movedAside, logSetAside }: OpenedJournal): string[] {
  return [
    ...(logSetAside === null
      ? []
      : [`A write-ahead log without its journal was not replayed. It was set aside as ${logSetAside}`]),
    ...(movedAside === null ? [] : [`The journal was damaged and was moved to ${movedAside}`]),
    ...(restoredFrom === null ? [] : [`The journal was restored from ${restoredFrom}`]),
    ...(movedAside !== null && restoredFrom === null ? ['There was no backup: the journal is empty now'] : []),
  ]
}
