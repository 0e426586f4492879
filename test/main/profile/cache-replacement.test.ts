import { expect, test } from 'vitest'
import { CacheReplacement } from '#main/profile/cache-replacement.ts'
import { FakeClock } from '../../fakes/clock.ts'

const dayMs = 86_400_000

function start(fails = false) {
  const clock = new FakeClock()
  const state = { replaced: 0, isBusy: false, givenUp: 0, faults: 0 }
  const replacement = new CacheReplacement({
    clock,
    onGivenUp: () => state.givenUp++,
    logFault: () => state.faults++,
  })
  replacement.start({
    isBusy: () => state.isBusy,
    async replace() {
      state.replaced++
      if (fails) throw new Error('the disk refuses')
    },
  })
  return { clock, state, replacement }
}

test('a damaged cache is replaced once, even if the damage is found several times', async () => {
  const { clock, state, replacement } = start()
  replacement.note('mine')
  replacement.note('mine')
  await clock.advance(1)
  expect(state.replaced).toBe(1)
})

test('while an order is being cancelled the cache is not replaced', async () => {
  const { clock, state, replacement } = start()
  state.isBusy = true
  replacement.note('mine')
  await clock.advance(10_000)
  expect(state.replaced).toBe(0)
  state.isBusy = false
  await clock.advance(2_000)
  expect(state.replaced).toBe(1)
})

test('a cache that is damaged again and again is replaced at most three times a day, and the user is notified', async () => {
  const { clock, state, replacement } = start()
  for (let minute = 0; minute < 600; minute++) {
    replacement.note('mine')
    await clock.advance(60_000)
  }
  expect([state.replaced, state.givenUp]).toEqual([3, 1])
  await clock.advance(dayMs)
  expect(state.replaced).toBe(4)
})

test('a failed replacement is logged, and tried again when the damage is found again', async () => {
  const { clock, state, replacement } = start(true)
  replacement.note('mine')
  await clock.advance(1)
  replacement.note('mine')
  await clock.advance(1)
  expect([state.replaced, state.faults]).toEqual([2, 2])
})

test('after the profile is closed no cache is replaced', async () => {
  const { clock, state, replacement } = start()
  replacement.note('mine')
  replacement.stop()
  await clock.advance(1)
  expect(state.replaced).toBe(0)
})
