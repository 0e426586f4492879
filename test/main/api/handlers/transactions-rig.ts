import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { HandlerContext, OpenProfile } from '#main/api/context.ts'
import { createDispatcher } from '#main/api/dispatch.ts'
import { EventBus } from '#main/api/events.ts'
import { createHandlers } from '#main/api/handlers/all-handlers.ts'
import { createCache } from '#main/cache/cache.ts'
import { openCache } from '#main/cache/open.ts'
import { createCacheThreads } from '#main/cache/threads/cache-threads.ts'
import { Exports } from '#main/export/exports.ts'
import { createJournal } from '#main/journal/journal.ts'
import { KindKeeper } from '#main/kinds/kind-keeper.ts'
import { closeDatabase } from '#main/sqlite/open.ts'
import { goFirst } from '#main/sqlite/write-priority.ts'
import { createClient } from '#shared/client.ts'
import type { FilterCondition, TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import { FakeClock } from '../../../fakes/clock.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'
import { threadFiles } from '../../../fakes/thread-files.ts'
import { openTestJournal } from '../../journal/open-journal.ts'

/** The time of the first row, and of the clock at the start. */
export const base = Date.UTC(2026, 2, 2, 9)

/** A filter of these conditions without a text. */
export const filterOf = (...conditions: FilterCondition[]): TransactionFilter => ({ conditions, text: '' })

/** A filter that matches every row. */
export const everything = filterOf()

/** The transaction handlers over a cache on disk with its real worker threads. */
export function start() {
  const directory = makeTemporaryDirectory()
  const cachePath = join(directory, 'cache.sqlite')
  const { db } = openCache(cachePath)
  const threads = createCacheThreads(threadFiles.cache, cachePath, goFirst(db))
  const cache = createCache(db, threads)
  const events = new EventBus()
  const topics: string[] = []
  events.listen((topic) => topics.push(topic))
  const clock = new FakeClock(base)
  const exports = new Exports({
    threadFile: threadFiles.export,
    cachePath,
    folder: join(directory, 'exports'),
    clock,
    onChange: () => events.publish('exports.changed'),
    onDamage: () => undefined,
  })
  onTestFinished(async () => {
    await exports.close()
    await kinds.stop()
    await threads.close()
    closeDatabase(db)
  })
  const journal = createJournal(openTestJournal(), directory)
  const faults: unknown[] = []
  const reconciled: string[] = []
  const journalPath = join(directory, 'journal.sqlite')
  const kinds = new KindKeeper({
    ...{ cache, journal, clock },
    publish: (...event) => events.publish(...event),
    logFault: (_, error) => void faults.push(error),
  })
  const open = {
    cache,
    threads,
    exports,
    kinds,
    journal,
    paths: { journal: journalPath },
    ledger: {
      choices: { method: 'fifo', openings: [], maturities: [] },
      reconcile: (ids: readonly string[]) => Promise.resolve(reconciled.push(...ids)),
    },
  } as unknown as OpenProfile
  const shown: string[] = []
  const files = { showInFolder: (path: string) => void shown.push(path) }
  const context = { clock, events, files, current: () => open } as unknown as HandlerContext
  const dispatch = createDispatcher(createHandlers(context), (_, error) => faults.push(error))
  const client = createClient({
    request: async (method, params) => structuredClone(await dispatch(method, structuredClone(params))),
    subscribe: () => () => undefined,
  })
  return { cache, threads, client, clock, dispatch, topics, faults, kinds, journal, journalPath, reconciled, shown }
}
