import { expect, test } from 'vitest'
import { Pause } from '../../src/main/pause.ts'
import { FakeClock } from '../fakes/clock.ts'
import { startSync } from './sync/harness.ts'

const hourMs = 3_600_000

function start() {
  const { journal } = startSync()
  const clock = new FakeClock()
  const ends: number[] = []
  const open = (): Pause => new Pause({ settings: journal.settings, clock, onEnd: () => ends.push(clock.now()) })
  return { clock, ends, open }
}

test('a pause ends by itself at its time, once', async () => {
  const { clock, ends, open } = start()
  const began = clock.now()
  const pause = open()
  pause.begin(hourMs)
  expect([pause.isOn, pause.until]).toEqual([true, began + hourMs])
  await clock.advance(hourMs - 1)
  expect(ends).toEqual([])
  await clock.advance(2 * hourMs)
  expect([ends, pause.isOn, pause.until]).toEqual([[began + hourMs], false, null])
})

test('a restart goes on with the pause, and not with one whose time has passed', async () => {
  const { clock, ends, open } = start()
  const before = open()
  before.begin(hourMs)
  before.stop()
  await clock.advance(hourMs / 2)
  const after = open()
  expect(after.isOn).toBe(true)
  await clock.advance(hourMs / 2)
  expect(ends).toHaveLength(1)
  expect(open().isOn).toBe(false)
})

test('without an end it lasts until a person lets it go on, over restarts too', async () => {
  const { clock, ends, open } = start()
  open().begin(null)
  await clock.advance(100 * hourMs)
  const pause = open()
  expect([pause.isOn, pause.until]).toEqual([true, null])
  pause.end()
  expect([pause.isOn, open().isOn, ends]).toEqual([false, false, []])
})

test('a pause that ended is not ended by its old timer', async () => {
  const { clock, ends, open } = start()
  const pause = open()
  pause.begin(hourMs)
  pause.end()
  pause.begin(3 * hourMs)
  await clock.advance(2 * hourMs)
  expect([ends, pause.isOn]).toEqual([[], true])
  expect(clock.pending).toBe(1)
})

test('a clock that is set back does not make it longer, also over a restart; one set ahead ends it at its time', async () => {
  const { clock, ends, open } = start()
  const pause = open()
  pause.begin(hourMs)
  clock.set(-5 * hourMs)
  pause.noteClock(-5 * hourMs)
  expect(pause.until).toBe(clock.now() + hourMs)
  pause.stop()
  const after = open()
  await clock.advance(hourMs)
  expect([ends.length, after.isOn, open().isOn]).toEqual([1, false, false])
  after.begin(3 * hourMs)
  clock.set(5 * hourMs)
  after.noteClock(5 * hourMs)
  await clock.advance(0)
  expect([ends.length, after.isOn]).toEqual([2, false])
})
