import { expect, test } from 'vitest'
import { UserPause } from '#main/profile/requests/user-pause.ts'
import { hourMs } from '#shared/durations.ts'
import { FakeClock } from '../../../fakes/clock.ts'
import { startSync } from '../../sync/harness.ts'

function start() {
  const { journal } = startSync()
  const clock = new FakeClock()
  const ends: number[] = []
  const open = (): UserPause =>
    new UserPause({ settings: journal.settings, clock, onEnd: () => ends.push(clock.now()) })
  return { clock, ends, open }
}

test('a pause ends once, at its time', async () => {
  const { clock, ends, open } = start()
  const began = clock.now()
  const pause = open()
  pause.start(hourMs)
  expect([pause.isOn, pause.until]).toEqual([true, began + hourMs])
  await clock.advance(hourMs - 1)
  expect(ends).toEqual([])
  await clock.advance(2 * hourMs)
  expect([ends, pause.isOn, pause.until]).toEqual([[began + hourMs], false, null])
})

test('a restart continues a pause whose end is in the future, and no other', async () => {
  const { clock, ends, open } = start()
  const before = open()
  before.start(hourMs)
  before.stop()
  await clock.advance(hourMs / 2)
  const after = open()
  expect(after.isOn).toBe(true)
  await clock.advance(hourMs / 2)
  expect(ends).toHaveLength(1)
  expect(open().isOn).toBe(false)
})

test('a pause without an end lasts until the user ends it, also over restarts', async () => {
  const { clock, ends, open } = start()
  open().start(null)
  await clock.advance(100 * hourMs)
  const pause = open()
  expect([pause.isOn, pause.until]).toEqual([true, null])
  pause.end()
  expect([pause.isOn, open().isOn, ends]).toEqual([false, false, []])
})

test('the timer of an ended pause does not end a later pause', async () => {
  const { clock, ends, open } = start()
  const pause = open()
  pause.start(hourMs)
  pause.end()
  pause.start(3 * hourMs)
  await clock.advance(2 * hourMs)
  expect([ends, pause.isOn]).toEqual([[], true])
  expect(clock.pending).toBe(1)
})

test('setting the clock back does not extend a pause, also over a restart; setting it forward ends a pause whose end has passed', async () => {
  const { clock, ends, open } = start()
  const pause = open()
  pause.start(hourMs)
  clock.set(-5 * hourMs)
  pause.noteClock(-5 * hourMs)
  expect(pause.until).toBe(clock.now() + hourMs)
  pause.stop()
  const after = open()
  await clock.advance(hourMs)
  expect([ends.length, after.isOn, open().isOn]).toEqual([1, false, false])
  after.start(3 * hourMs)
  clock.set(5 * hourMs)
  after.noteClock(5 * hourMs)
  await clock.advance(0)
  expect([ends.length, after.isOn]).toEqual([2, false])
})
