import { expect, test } from 'vitest'
import { fill, minute, startBudget } from './rig.ts'

test('a 429 response holds all requests and lowers the limit, which then recovers gradually', async () => {
  const { clock, budget } = startBudget()
  await fill(budget, 100)
  budget.penalize()
  budget.penalize()
  let isServed = false
  void budget.acquire('user', 'getAccount').then((lease) => {
    isServed = true
    lease.release()
  })
  expect(budget.snapshot()).toMatchObject({ limit: 80, nextFreeAt: clock.now() + minute })
  await clock.advance(minute - 1)
  expect(isServed).toBe(false)
  await clock.advance(1)
  expect(isServed).toBe(true)
  expect(budget.snapshot().limit).toBe(100)
  // The first refusal may be random, so the limit recovers within minutes.
  await clock.advance(3 * 60_000)
  expect(budget.snapshot().limit).toBe(200)
})

test('repeated refusals hold requests longer each time, up to a minute, and keep a tenth of the limit', async () => {
  const { clock, budget } = startBudget()
  const holds: number[] = []
  for (let n = 0; n < 6; n++) {
    budget.penalize()
    holds.push((budget.snapshot().nextFreeAt ?? 0) - clock.now())
    await clock.advance(holds.at(-1)!)
  }
  expect(holds).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000])
  expect(budget.snapshot().limit).toBeGreaterThanOrEqual(20)
  await clock.advance(30 * 60_000)
  budget.penalize()
  expect((budget.snapshot().nextFreeAt ?? 0) - clock.now()).toBe(5_000)
})
