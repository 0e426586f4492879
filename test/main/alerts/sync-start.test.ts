import { expect, test } from 'vitest'
import { SyncStart } from '#main/alerts/sync-start.ts'
import { hourMs, secondMs } from '#shared/durations.ts'
import { FakeClock } from '../../fakes/clock.ts'

test('syncing counts as started again after a pause and after the clock was set, and otherwise not', async () => {
  const clock = new FakeClock()
  const startedAt = clock.now()
  const syncStart = new SyncStart(clock)
  await clock.advance(hourMs)
  syncStart.notePause(true)
  expect(syncStart.read()).toBe(startedAt)

  await clock.advance(hourMs)
  syncStart.notePause(false)
  expect(syncStart.read()).toBe(clock.now())

  await clock.advance(hourMs)
  syncStart.notePause(false)
  clock.set(10 * secondMs)
  expect(syncStart.read()).toBe(startedAt + 2 * hourMs)

  clock.set(-hourMs)
  expect(syncStart.read()).toBe(clock.now())
})
