import { expect, test } from 'vitest'
import { Asking } from '../../src/main/asking.ts'
import { FakeClock } from '../fakes/clock.ts'
import { startSync } from './sync/harness.ts'

const hourMs = 3_600_000

function start() {
  const { journal } = startSync()
  const clock = new FakeClock()
  const told: string[] = []
  const open = () => {
    let isStarted = false
    const scheduler = {
      get isStarted() {
        return isStarted
      },
      start: () => void (isStarted = true),
      pause: () => void (isStarted = false),
    }
    const connection = { pause: (paused: boolean) => void told.push(paused ? 'paused' : 'asking') }
    const asking = new Asking({ scheduler, connection, settings: journal.settings, clock })
    asking.begin()
    return { asking, scheduler }
  }
  return { clock, told, open }
}

test('a sleep holds it back until the computer wakes, and no longer', () => {
  const { asking, scheduler } = start().open()
  expect(scheduler.isStarted).toBe(true)
  asking.sleep()
  asking.sleep()
  expect(scheduler.isStarted).toBe(false)
  asking.wake()
  expect(scheduler.isStarted).toBe(true)
})

test('a pause outlasts a sleep and a restart, and its end is kept while the computer sleeps', async () => {
  const { clock, told, open } = start()
  const before = open()
  before.asking.setPaused(true, hourMs)
  before.asking.sleep()
  before.asking.wake()
  expect([before.scheduler.isStarted, before.asking.isPaused]).toEqual([false, true])
  before.asking.stop()
  const after = open()
  expect([after.scheduler.isStarted, after.asking.pausedUntil]).toEqual([false, clock.now() + hourMs])
  await clock.advance(hourMs)
  expect([after.scheduler.isStarted, after.asking.isPaused]).toEqual([true, false])
  expect(told).toEqual(['asking', 'paused', 'paused', 'asking'])
})

test('after a sign-out nothing is asked, also when the computer wakes; a new secret begins again', () => {
  const { asking, scheduler } = start().open()
  asking.sleep()
  asking.cease()
  asking.wake()
  expect(scheduler.isStarted).toBe(false)
  asking.resume()
  expect(scheduler.isStarted).toBe(true)
})
