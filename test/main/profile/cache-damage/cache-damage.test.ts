import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { until } from '../../../fakes/until.ts'
import { expectReplaced, objects, setAside, untilRecovered, useFilledProfile, watchlists } from './damaged-cache.ts'

/** A run tests one of this many objects; `npm run proof` tests all, and `npm run fuzz` others with other seeds. */
const share = 32
const seed = Number(process.env['TIDEMARK_TEST_SEED'] ?? 0)
const [schema = '', ...others] = objects
const chosen = [schema, ...others.filter((_, index) => index % share === seed % share)]

const profile = useFilledProfile()

test.each(chosen)('a damaged %s is replaced while the app is used, and the journal is kept', (name) =>
  expectReplaced(profile, name),
)

test(
  'the app recovers from random garbage in random pages, and the journal is kept',
  { timeout: 300_000 },
  async () => {
    const pageSize = 4_096
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.uint8Array({ minLength: 16, maxLength: pageSize }), async (place, garbage) => {
        const directory = profile.copy()
        const path = join(directory, 'cache.sqlite')
        const bytes = readFileSync(path)
        bytes.set(garbage, (place % Math.floor(bytes.length / pageSize)) * pageSize)
        writeFileSync(path, bytes)
        const app = await profile.open(directory)
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
  const directory = profile.copy()
  const app = await profile.openForTest(directory)
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
  const directory = profile.copy()
  const app = await profile.openForTest(directory)
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
