import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createCache } from '#main/cache/cache.ts'
import { openCache } from '#main/cache/open.ts'
import { startInstrumentService } from '../../../fakes/instrument-service.ts'
import { makeInstruments } from '../../../fakes/instrument-set.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'
import { until } from '../../../fakes/until.ts'

test('a download continues where a killed process stopped, and finds all instruments', async () => {
  const list = [...makeInstruments(3_000)]
  const service = await startInstrumentService(list, 100)
  onTestFinished(() => service.stop())
  const path = join(makeTemporaryDirectory(), 'cache.sqlite')
  const start = () => {
    const victim = spawn(
      process.execPath,
      [fileURLToPath(new URL('instruments-victim.ts', import.meta.url)), service.url.href, path],
      { stdio: 'inherit' },
    )
    onTestFinished(() => void victim.kill('SIGKILL'))
    return { victim, ended: once(victim, 'exit') }
  }

  const first = start()
  await until(
    () => service.requested.length,
    (requested) => requested >= 8,
  )
  first.victim.kill('SIGKILL')
  await first.ended
  const requestedBefore = service.requested.length
  expect(requestedBefore).toBeLessThan(30)

  const second = start()
  expect((await second.ended)[0]).toBe(0)
  // Only the page in flight, or the last stored page, is requested again.
  expect(service.requested.length).toBeLessThanOrEqual(31)
  expect(service.requested.slice(requestedBefore)).not.toContain('')
  expect(new Set(service.requested).size).toBe(30)

  const { db } = openCache(path)
  onTestFinished(() => void db.close())
  const { instruments } = createCache(db)
  expect(instruments.count()).toBe(new Set(list.map(({ symbol }) => symbol)).size)
  expect(instruments.download.read()).toMatchObject({ startedAt: null, cursor: null, received: 3_000 })
  expect(instruments.download.read().wholeAt).not.toBeNull()
})
