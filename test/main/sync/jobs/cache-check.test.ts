import { expect, test } from 'vitest'
import { createCacheCheckJob } from '../../../../src/main/sync/jobs/cache-check.ts'
import { FakeClock } from '../../../fakes/clock.ts'
import { runOf, startSync } from '../harness.ts'

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

test('whoever asks for a check gets it at once', async () => {
  const { job, checks } = start()
  await job.run({ ...runOf(), askedBy: 'person' })
  expect(checks()).toBe(1)
})
