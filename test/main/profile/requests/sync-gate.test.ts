import { expect, test } from 'vitest'
import { SyncGate } from '#main/profile/requests/sync-gate.ts'
import { hourMs } from '#shared/durations.ts'
import { FakeClock } from '../../../fakes/clock.ts'
import { startSync } from '../../sync/harness.ts'

function start() {
  const { journal } = startSync()
  const clock = new FakeClock()
  const phases: string[] = []
  const open = () => {
    let isStarted = false
    const scheduler = {
      get isStarted() {
        return isStarted
      },
      start: () => void (isStarted = true),
      pause: () => void (isStarted = false),
    }
    const connection = { pause: (paused: boolean) => void phases.push(paused ? 'paused' : 'started') }
    const syncGate = new SyncGate({ scheduler, connection, settings: journal.settings, clock })
    syncGate.start()
    return { syncGate, scheduler }
  }
  return { clock, phases, open }
}

test('the jobs stop while the computer sleeps, and start when it wakes up', () => {
  const { syncGate, scheduler } = start().open()
  expect(scheduler.isStarted).toBe(true)
  syncGate.sleep()
  syncGate.sleep()
  expect(scheduler.isStarted).toBe(false)
  syncGate.wake()
  expect(scheduler.isStarted).toBe(true)
})

test('a pause continues over a sleep and a restart, and ends at its time', async () => {
  const { clock, phases, open } = start()
  const before = open()
  before.syncGate.setPaused(true, hourMs)
  before.syncGate.sleep()
  before.syncGate.wake()
  expect([before.scheduler.isStarted, before.syncGate.isPaused]).toEqual([false, true])
  before.syncGate.close()
  const after = open()
  expect([after.scheduler.isStarted, after.syncGate.pausedUntil]).toEqual([false, clock.now() + hourMs])
  await clock.advance(hourMs)
  expect([after.scheduler.isStarted, after.syncGate.isPaused]).toEqual([true, false])
  expect(phases).toEqual(['started', 'paused', 'paused', 'started'])
})

test('a suspended gate runs no job even when the computer wakes up; resuming it starts them again', () => {
  const { syncGate, scheduler } = start().open()
  syncGate.sleep()
  syncGate.suspend()
  syncGate.wake()
  expect(scheduler.isStarted).toBe(false)
  syncGate.resume()
  expect(scheduler.isStarted).toBe(true)
})
