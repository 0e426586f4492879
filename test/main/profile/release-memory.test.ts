import { expect, onTestFinished, test } from 'vitest'
import { releaseMemoryWhileHidden } from '#main/profile/opening/release-memory.ts'
import { minuteMs } from '#shared/durations.ts'
import { FakeClock } from '../../fakes/clock.ts'

function start() {
  const clock = new FakeClock()
  const state = { isHidden: false, released: 0 }
  const stop = releaseMemoryWhileHidden({
    clock,
    isHidden: () => state.isHidden,
    release: () => state.released++,
  })
  onTestFinished(stop)
  return { clock, state, stop }
}

test('memory is released a minute after the last window, then every two minutes', async () => {
  const { clock, state } = start()
  await clock.advance(20 * minuteMs)
  expect(state.released).toBe(0)
  state.isHidden = true
  await clock.advance(minuteMs)
  expect(state.released).toBe(1)
  await clock.advance(minuteMs)
  expect(state.released).toBe(1)
  await clock.advance(minuteMs)
  expect(state.released).toBe(2)
})

test('a visible window restarts the interval, and nothing is released after the end', async () => {
  const { clock, state, stop } = start()
  state.isHidden = true
  await clock.advance(minuteMs)
  state.isHidden = false
  await clock.advance(minuteMs)
  state.isHidden = true
  await clock.advance(minuteMs)
  expect(state.released).toBe(2)
  stop()
  await clock.advance(20 * minuteMs)
  expect(state.released).toBe(2)
})
