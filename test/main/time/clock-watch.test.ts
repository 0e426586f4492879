import { expect, test } from 'vitest'
import { watchClock } from '#main/time/clock-watch.ts'
import { addFractions, FakeClock } from '../../fakes/clock.ts'

const minuteMs = 60_000

function start() {
  const clock = new FakeClock()
  const jumps: number[] = []
  return { clock, jumps, stop: watchClock(clock, (byMs) => jumps.push(byMs)) }
}

test('a change of the clock is reported once, within a minute, with its signed size', async () => {
  const { clock, jumps } = start()
  await clock.advance(10 * minuteMs)
  expect(jumps).toEqual([])
  clock.set(5 * 60 * minuteMs)
  await clock.advance(minuteMs)
  clock.set(-60 * minuteMs)
  await clock.advance(10 * minuteMs)
  expect(jumps).toEqual([5 * 60 * minuteMs, -60 * minuteMs])
})

test('small corrections are not reported, even if there are many', async () => {
  const { clock, jumps } = start()
  for (let i = 0; i < 20; i++) {
    clock.set(-2_000)
    await clock.advance(minuteMs)
  }
  expect(jumps).toEqual([])
})

test('a stopped watch reports nothing and leaves no timer', async () => {
  const { clock, jumps, stop } = start()
  clock.set(60 * minuteMs)
  stop()
  await clock.advance(10 * minuteMs)
  expect([jumps, clock.pending]).toEqual([[], 0])
})

test('a change is reported in whole milliseconds, although the monotonic clock has fractions', async () => {
  const clock = new FakeClock()
  addFractions(clock)
  const jumps: number[] = []
  watchClock(clock, (byMs) => jumps.push(byMs))
  for (const byMs of [-3 * 60 * minuteMs, 45 * minuteMs, -400 * 24 * 60 * minuteMs]) {
    await clock.advance(minuteMs)
    clock.set(byMs)
  }
  await clock.advance(minuteMs)
  expect(jumps).toHaveLength(3)
  expect(jumps.filter((byMs) => !Number.isInteger(byMs))).toEqual([])
})
