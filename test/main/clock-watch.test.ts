import { expect, test } from 'vitest'
import { watchClock } from '../../src/main/clock-watch.ts'
import { FakeClock } from '../fakes/clock.ts'

const minuteMs = 60_000

function start() {
  const clock = new FakeClock()
  const told: number[] = []
  return { clock, told, stop: watchClock(clock, (byMs) => told.push(byMs)) }
}

test('a clock that was set is told of once, within a minute, with how far and which way', async () => {
  const { clock, told } = start()
  await clock.advance(10 * minuteMs)
  expect(told).toEqual([])
  clock.set(5 * 60 * minuteMs)
  await clock.advance(minuteMs)
  clock.set(-60 * minuteMs)
  await clock.advance(10 * minuteMs)
  expect(told).toEqual([5 * 60 * minuteMs, -60 * minuteMs])
})

test('small corrections are no setting, however many', async () => {
  const { clock, told } = start()
  for (let i = 0; i < 20; i++) {
    clock.set(-2_000)
    await clock.advance(minuteMs)
  }
  expect(told).toEqual([])
})

test('once stopped it says no more, and leaves no timer', async () => {
  const { clock, told, stop } = start()
  clock.set(60 * minuteMs)
  stop()
  await clock.advance(10 * minuteMs)
  expect([told, clock.pending]).toEqual([[], 0])
})
