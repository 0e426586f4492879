import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { openCache } from '#main/cache/open.ts'
import { startDemoBroker, type DemoBroker } from '#main/demo/server.ts'
import { systemClock as clock } from '#main/time/clock.ts'
import { openWithReplacement, type ReplacedCacheProfile } from '../../../fakes/disk/replaced-cache.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'
import { until } from '../../../fakes/until.ts'

/** The tables and indices of the cache, read from its schema, so that new ones are tested too. */
export const objects: readonly string[] = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-test-'))
  const { db } = openCache(join(folder, 'cache.sqlite'))
  const names = db.prepare<[], string>('SELECT name FROM sqlite_schema WHERE rootpage > 0').pluck().all()
  db.close()
  rmSync(folder, { recursive: true, force: true })
  return ['sqlite_schema', ...names]
})()

/** A service, and the data of a closed profile that has read all of it, for the tests of a file. */
export function useFilledProfile() {
  let service: DemoBroker
  let filled: string

  beforeAll(async () => {
    service = await startDemoBroker({ size: 'small', alwaysOpen: true, requestsPerMinute: 1e6, clock })
    filled = mkdtempSync(join(tmpdir(), 'tidemark-test-'))
    const app = await openWithReplacement(service, filled)
    app.current().journal.watchlists.create('mine')
    await until(
      () => app.client.call('transactions.coverage'),
      (accounts) => accounts.length > 0 && accounts.every(({ isComplete }) => isComplete),
      60_000,
    )
    await untilRecovered(app, 60_000)
    await app.close()
  }, 120_000)
  afterAll(async () => {
    await service.close()
    rmSync(filled, { recursive: true, force: true })
  })

  const open = (directory: string): Promise<ReplacedCacheProfile> => openWithReplacement(service, directory)
  return {
    /** A copy of the data, for the current test. */
    copy(): string {
      const directory = join(makeTemporaryDirectory(), 'profile')
      cpSync(filled, directory, { recursive: true })
      return directory
    },
    open,
    /** Opens data for the current test, which closes it. */
    async openForTest(directory: string): Promise<ReplacedCacheProfile> {
      const app = await open(directory)
      onTestFinished(() => app.close())
      return app
    },
  }
}

/** Overwrites the first page of a table or index with garbage. */
function damage(path: string, name: string): void {
  const db = new Database(path)
  const page = db.prepare<[string], number>('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(name) ?? 1
  const size = Number(db.pragma('page_size', { simple: true }))
  db.close()
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(0xa5, (page - 1) * size, page * size))
}

/** Whether every screen that reads the cache has data and no job fails. It takes some time after the cache was replaced. */
async function hasRecovered({ client, current }: ReplacedCacheProfile): Promise<boolean> {
  try {
    const { accounts, movers } = await client.call('overview.read', { accountId: null })
    const { jobs, storage } = await client.call('health.read')
    const filter = { conditions: [], text: '' }
    const page = await client.call('transactions.page', { filter, direction: 'newest', after: null, limit: 10 })
    const totals = await client.call('transactions.totals', { filter })
    const found = await client.call('instruments.search', { text: 'a', limit: 5 })
    const hasRows = page.rows.length > 0 && totals.count > 0 && Array.isArray(found) && storage.cache !== null
    if (accounts.length === 0 || movers === null || !hasRows) return false
    // Last, because it reads the whole cache.
    await current().cache.check()
    return jobs.every(({ error }) => error?.code !== 'internal')
  } catch {
    return false // The cache is being replaced.
  }
}

export const untilRecovered = (app: ReplacedCacheProfile, withinMs = 30_000) =>
  until(() => hasRecovered(app), Boolean, withinMs, 200)

export const watchlists = (app: ReplacedCacheProfile): string[] =>
  app
    .current()
    .journal.watchlists.list()
    .map(({ name }) => name)

/** The damaged caches that were set aside. */
export const setAside = (directory: string): string[] =>
  readdirSync(directory).filter((name) => /^cache\.damaged-.*\.sqlite$/.test(name))

/** Damages a table or index of a profile, opens it, and expects a new cache and the journal as it was. */
export async function expectReplaced(
  { copy, openForTest }: ReturnType<typeof useFilledProfile>,
  name: string,
): Promise<void> {
  const directory = copy()
  damage(join(directory, 'cache.sqlite'), name)
  const app = await openForTest(directory)
  await untilRecovered(app)
  expect(setAside(directory)).toHaveLength(1)
  expect(watchlists(app)).toEqual(['Watchlist', 'mine'])
  const events = app.current().journal.events.latest(50)
  expect(events.filter(({ message }) => message.startsWith('The cache was damaged.'))).toHaveLength(1)
  expect(app.openings()).toBeLessThanOrEqual(2)
}
