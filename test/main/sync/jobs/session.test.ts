import { expect, test } from 'vitest'
import { createJournal } from '#main/journal/journal.ts'
import { createCacheCheckJob } from '#main/sync/jobs/cache-check.ts'
import { createHousekeepingJob } from '#main/sync/jobs/housekeeping.ts'
import { FakeClock } from '../../../fakes/clock.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'
import { openTestJournal } from '../../journal/open-journal.ts'
import { runOf, startSync } from '../harness.ts'

test('at most 64 MB of instrument parts are stored: the parts that were read last', async () => {
  const { context, cache } = startSync()
  const journal = createJournal(openTestJournal(), makeTemporaryDirectory())
  const key = (symbol: number) => ({ symbol: `S${symbol}@X`, accountId: '', part: 'trades', variant: '' })
  const megabytes = 'x'.repeat(8 * 1024 * 1024)
  for (let i = 0; i < 9; i++) cache.instrumentParts.put(key(i), megabytes, i)
  await createHousekeepingJob({ ...context, journal }).run(runOf())
  expect(Array.from({ length: 9 }, (_, i) => cache.instrumentParts.fetchedAt(key(i)))).toEqual([
    null,
    null,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
  ])
})

const minuteMs = 60_000

function start() {
  const clock = new FakeClock()
  const { cache } = startSync()
  let checks = 0
  const check = async (): Promise<void> => {
    checks++
  }
  const job = createCacheCheckJob({ clock, cache: { ...cache, check } })
  return { clock, job, checks: () => checks }
}

test('the cache is checked five minutes after the start, and then once a day', async () => {
  const { clock, job, checks } = start()
  await job.run(runOf())
  expect([checks(), job.nextDelayMs()]).toEqual([0, 5 * minuteMs])
  await clock.advance(5 * minuteMs)
  await job.run(runOf())
  expect([checks(), job.nextDelayMs()]).toEqual([1, 24 * 60 * minuteMs])
})

test('a check started by the user runs immediately', async () => {
  const { job, checks } = start()
  await job.run({ ...runOf(), requestedBy: 'user' })
  expect(checks()).toBe(1)
})
