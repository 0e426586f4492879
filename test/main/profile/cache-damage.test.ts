import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openCache } from '../../../src/main/cache/open.ts'
import { startDemoBroker, type DemoBroker } from '../../../src/main/demo/server.ts'
import { systemClock as clock } from '../../../src/main/time/clock.ts'
import { openWithReplacement, type ReplacedCacheProfile } from '../../fakes/disk/replaced-cache.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { until } from '../../fakes/until.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

/** A run tests one of this many objects; `npm run fuzz` tests the others with other seeds. */
const share = 5
const seed = Number(process.env['TIDEMARK_TEST_SEED'] ?? 0)

/** The tables and indices of the schema, read from the schema, so that new ones are tested too. */
const objects: readonly string[] = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-test-'))
  const { db } = openCache(join(folder, 'cache.sqlite'))
  const names = db.prepare<[], string>('SELECT name FROM sqlite_schema WHERE rootpage > 0').pluck().all()
  db.close()
  rmSync(folder, { recursive: true, force: true })
  return ['sqlite_schema', ...names.filter((_, index) => index % share === seed % share)]
})()

let service: DemoBroker
/** The directory of a closed profile that has read all data of its service. */
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
})
afterAll(async () => {
  await service.close()
  rmSync(filled, { recursive: true, force: true })
})

function copyOfFilled(): string {
  const directory = join(makeTemporaryDirectory(), 'profile')
  cpSync(filled, directory, { recursive: true })
  return directory
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

async function open(directory: string): Promise<ReplacedCacheProfile> {
  const app = await openWithReplacement(service, directory)
  onTestFinished(() => app.close())
  return app
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

const untilRecovered = (app: ReplacedCacheProfile, withinMs = 30_000) =>
  until(() => hasRecovered(app), Boolean, withinMs, 200)

const watchlists = (app: ReplacedCacheProfile): string[] =>
  app
    .current()
    .journal.watchlists.list()
    .map(({ name }) => name)
const setAside = (directory: string): string[] =>
  readdirSync(directory).filter((name) => /^cache\.damaged-.*\.sqlite$/.test(name))

test.each(objects)('a damaged %s is replaced while the app is used, and the journal is kept', async (name) => {
  const directory = copyOfFilled()
  damage(join(directory, 'cache.sqlite'), name)
  const app = await open(directory)
  await untilRecovered(app)
  expect(setAside(directory)).toHaveLength(1)
  expect(watchlists(app)).toEqual(['Watchlist', 'mine'])
  const events = app.current().journal.events.latest(50)
  expect(events.filter(({ message }) => message.startsWith('The cache was damaged.'))).toHaveLength(1)
  expect(app.openings()).toBeLessThanOrEqual(2)
})

test(
  'the app recovers from random garbage in random pages, and the journal is kept',
  { timeout: 300_000 },
  async () => {
    const pageSize = 4_096
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.uint8Array({ minLength: 16, maxLength: pageSize }), async (place, garbage) => {
        const directory = copyOfFilled()
        const path = join(directory, 'cache.sqlite')
        const bytes = readFileSync(path)
        bytes.set(garbage, (place % Math.floor(bytes.length / pageSize)) * pageSize)
        writeFileSync(path, bytes)
        const app = await openWithReplacement(service, directory)
        try {
          await untilRecovered(app)
          expect(watchlists(app)).toEqual(['Watchlist', 'mine'])
        } finally {
          await app.close()
        }
      }),
      { numRuns: 3 },
    )
  },
)

test('the daily check finds a page that is damaged while the cache is open, and the cache is replaced', async () => {
  const directory = copyOfFilled()
  const app = await open(directory)
  await untilRecovered(app)
  const path = join(directory, 'cache.sqlite')
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(0xa5, 4_096 * 20, 4_096 * 24))
  app.current().scheduler.wake('cache-check', 'user')
  await until(
    () => app.openings(),
    (openings) => openings === 2,
  )
  await untilRecovered(app)
  expect(setAside(directory)).toHaveLength(1)
  expect(watchlists(app)).toEqual(['Watchlist', 'mine'])
})

test('a cache that is deleted while it is open is created again', async () => {
  const directory = copyOfFilled()
  const app = await open(directory)
  await untilRecovered(app)
  const path = join(directory, 'cache.sqlite')
  for (const part of ['', '-wal', '-shm']) rmSync(path + part, { force: true })
  app.current().scheduler.wake('cache-check', 'user')
  await until(
    () => app.openings(),
    (openings) => openings === 2,
  )
  await untilRecovered(app)
  expect(existsSync(path)).toBe(true)
})
