import { join } from 'node:path'
import { secondMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import { createCache, type Cache } from '../../cache/cache.ts'
import { openCache, setCacheAside, type CacheSetAside } from '../../cache/open.ts'
import { createCacheThreads, type CacheThreads } from '../../cache/threads/cache-threads.ts'
import { makeFolder } from '../../disk/flush.ts'
import type { CopySealed } from '../../journal/backup/copy-journal.ts'
import { createJournal, type Journal } from '../../journal/journal.ts'
import { openJournal, type OpenedJournal } from '../../journal/open.ts'
import type { Db } from '../../sqlite/db.ts'
import { explainSqliteError, watchForDamage } from '../../sqlite/errors.ts'
import { hasContent } from '../../sqlite/files.ts'
import { closeDatabase } from '../../sqlite/open.ts'
import { goFirst, type WritePriority } from '../../sqlite/write-priority.ts'
import type { Clock } from '../../time/clock.ts'
import { addFirstWatchlist } from './first-watchlist.ts'

interface DataOptions {
  readonly directory: string
  /** The built `cache/threads/worker.ts`. */
  readonly threadFile: string | URL
  readonly clock: Clock
  /** Symbols of the first watchlist, for a journal that has no watchlist yet. */
  readonly firstWatchlist: readonly string[]
  /** Whether the cache was found damaged: it is set aside before it is opened. */
  readonly isCacheDamaged: boolean
  /** Called when a call of the cache, in this thread or a worker thread, finds damage. */
  readonly onCacheDamage: (error: unknown) => void
  /** Whether no window is visible. Idle threads of the cache then stop. */
  readonly isHidden: () => boolean
  readonly logFault: (where: string, error: unknown) => void
  /** Copies a sealed journal. Without it, this thread makes the copy. */
  readonly copySealed?: CopySealed | undefined
}

/** An idle thread uses about 15 MB. While a window is visible, a click must not wait for its start. */
const threadIdleMs = 20 * secondMs

/** The open databases of a profile. */
export interface ProfileData {
  readonly cache: Cache
  /** The damaged cache that was replaced by an empty one at this opening. */
  readonly cacheSetAside: CacheSetAside | null
  /** For threads that write the cache: the main thread has priority. */
  readonly priority: WritePriority
  readonly paths: { readonly journal: string; readonly cache: string }
  /** Close the threads before the databases. */
  readonly threads: CacheThreads
  readonly journal: Journal
  /** Releases the page caches of both databases. Throws an error of SQLite. */
  shrink(): void
  close(): void
}

/**
 * Opens the cache and the journal of a profile. Repairs are recorded in the journal. Throws the errors of opening them; then
 * nothing is left open.
 */
export function openProfileData(options: DataOptions): ProfileData {
  const { directory, clock } = options
  const paths = { journal: join(directory, 'journal.sqlite'), cache: join(directory, 'cache.sqlite') }
  const backupDir = join(directory, 'backups')
  makeFolder(backupDir)
  const openedJournal = openJournal(paths.journal, backupDir, clock)
  const opened: Db[] = [openedJournal.db]
  try {
    const journal = createJournal(openedJournal.db, backupDir, options.copySealed)
    const openedCache = openReplaced(paths.cache, options)
    opened.push(openedCache.db)
    const parts = createParts(openedCache.db, paths.cache, options)
    const { setAside } = openedCache
    writeFirst(journal, describeRepair(openedJournal, setAside), options)
    return {
      ...parts,
      cacheSetAside: setAside,
      paths,
      journal,
      shrink: () => opened.forEach((db) => void db.pragma('shrink_memory')),
      close: () => opened.forEach(closeDatabase),
    }
  } catch (error) {
    opened.forEach(closeDatabase)
    throw error
  }
}

function openReplaced(path: string, { isCacheDamaged, clock }: DataOptions): ReturnType<typeof openCache> {
  if (!isCacheDamaged || !hasContent(path)) return openCache(path, clock)
  const setAside = setCacheAside(path, 'damaged', clock.now())
  return { ...openCache(path, clock), setAside }
}

function createParts(
  db: Db,
  path: string,
  { threadFile, onCacheDamage, clock, isHidden }: DataOptions,
): Pick<ProfileData, 'cache' | 'threads' | 'priority'> {
  const watch = <T extends object>(parts: T): T => watchForDamage(parts, damagedCache, onCacheDamage)
  const priority = goFirst(db)
  const threads = createCacheThreads(threadFile, path, priority, {
    clock,
    idleMs: threadIdleMs,
    mayStop: isHidden,
  })
  try {
    return { cache: watch(createCache(db, threads)), threads: watch(threads), priority }
  } catch (error) {
    // A statement cannot be prepared, so the schema is not that of its version.
    onCacheDamage(error)
    throw explainSqliteError(error, path)
  }
}

/** The message for requests that arrive while the cache is damaged. */
const damagedCache = m.profile_the_cache_is_damaged

/** Runs the first writes of a profile. On a full disk the profile still opens. */
function writeFirst(
  journal: Journal,
  repairs: readonly Repair[],
  { clock, logFault, firstWatchlist }: DataOptions,
): void {
  try {
    for (const { kind, message } of repairs) journal.events.add(clock.now(), kind, message)
    addFirstWatchlist(journal, firstWatchlist)
  } catch (error) {
    logFault('the first writes to the journal', error)
  }
}

interface Repair {
  readonly kind: 'cache' | 'journal'
  readonly message: () => string
}

/** The message for the user about a cache that was set aside: the reason and the path of its file. */
export const describeSetAside = ({ reason, path }: CacheSetAside): string =>
  reason === 'damaged' ? m.errors_the_cache_was_damaged_it_was_set({ path }) : m.errors_cache_of_newer_version({ path })

/** The messages for the user about a damaged or missing journal: its replacement, and the path of the old file. */
function describeRepair(
  { restoredFrom, movedAside, logSetAside }: OpenedJournal,
  cacheSetAside: CacheSetAside | null,
): Repair[] {
  const journal = [
    ...(logSetAside === null ? [] : [() => m.errors_a_write_ahead_log_without_its_journal({ logSetAside })]),
    ...(movedAside === null ? [] : [() => m.errors_the_journal_was_damaged_and_was_moved({ movedAside })]),
    ...(restoredFrom === null ? [] : [() => m.errors_the_journal_was_restored_from_restored_from({ restoredFrom })]),
    ...(movedAside !== null && restoredFrom === null ? [m.errors_no_backup] : []),
  ]
  return [
    ...(cacheSetAside === null ? [] : [{ kind: 'cache' as const, message: () => describeSetAside(cacheSetAside) }]),
    ...journal.map((message) => ({ kind: 'journal' as const, message })),
  ]
}
