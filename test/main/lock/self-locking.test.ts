import { beforeEach, expect, test } from 'vitest'
import type { AppLock } from '#main/lock/app-lock.ts'
import { hourMs, minuteMs } from '#shared/durations.ts'
import { makeLock } from '../../fakes/app-lock.ts'
import { FakeClock } from '../../fakes/clock.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'

let clock: FakeClock
let lock: AppLock

beforeEach(async () => {
  clock = new FakeClock()
  lock = makeLock({ dataDir: makeTemporaryDirectory(), clock })
  await lock.setPin('2580', null)
})

test('the app locks after minutes without input, and input restarts the count', async () => {
  lock.change({ idleMinutes: 5 })
  await clock.advance(4 * minuteMs)
  lock.noteActivity()
  await clock.advance(4 * minuteMs)
  expect(lock.isLocked).toBe(false)
  await clock.advance(minuteMs)
  expect(lock.isLocked).toBe(true)
})

test('the time in which the computer sleeps counts as time without input', () => {
  lock.change({ idleMinutes: 5, locksOnSleep: false })
  // During sleep, timers and the monotonic clock stop, and the wall clock continues.
  clock.set(6 * minuteMs)
  lock.noteWake()
  expect(lock.isLocked).toBe(true)
})

test('the app locks on sleep if this is chosen, and never locks by itself if nothing is chosen', async () => {
  lock.change({ idleMinutes: null, locksOnSleep: false })
  lock.noteSleep()
  await clock.advance(100 * hourMs)
  expect(lock.isLocked).toBe(false)
  lock.change({ locksOnSleep: true })
  lock.noteSleep()
  expect(lock.isLocked).toBe(true)
})
