import fc from 'fast-check'
import { expect, test } from 'vitest'
import { failureOf } from '../loopback.ts'
import { fill, minute, startBudget } from './rig.ts'

test('a burst at the worst moment causes at most 200 arrivals in any 60 s', async () => {
  const { clock, server } = startBudget()
  // The first request takes 20 s to arrive. The burst starts when a window of sending times would have a free slot.
  void server.request('cancel', 20_000, 1)
  await clock.advance(59_999)
  for (let n = 0; n < 600; n++) void server.request('cancel', 200, n % 2)
  await clock.advance(300_000)
  expect(server.arrivals).toHaveLength(601)
  expect(server.maxPerMinute).toBe(200)
})

test('a request keeps its slot until its response, because a request sent early may arrive late', async () => {
  const { clock, server } = startBudget(10)
  for (let n = 0; n < 40; n++) void server.request('user', n % 3 === 0 ? 25_000 : 50, n % 3 === 0 ? 1 : 0)
  await clock.advance(600_000)
  expect(server.arrivals).toHaveLength(40)
  expect(server.maxPerMinute).toBeLessThanOrEqual(10)
})

test('no sequence of requests and latencies exceeds the limit in any 60 s, and every request is served', async () => {
  const request = fc.record({
    afterMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 70_000 })),
    burst: fc.integer({ min: 1, max: 12 }),
    latencyMs: fc.integer({ min: 0, max: 30_000 }),
    phase: fc.constantFrom(0, 0.3, 1),
    purpose: fc.constantFrom(
      'cancel' as const,
      'user' as const,
      'visible' as const,
      'held' as const,
      'background' as const,
    ),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(request, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 12 }),
      async (requests, limit) => {
        const { clock, server } = startBudget(limit)
        let sentCount = 0
        for (const { afterMs, burst, latencyMs, phase, purpose } of requests) {
          await clock.advance(afterMs)
          for (let n = 0; n < burst; n++) void server.request(purpose, latencyMs, phase)
          sentCount += burst
        }
        await clock.advance(sentCount * 2 * 95_000)
        expect(server.arrivals).toHaveLength(sentCount)
        expect(server.maxPerMinute).toBeLessThanOrEqual(limit)
      },
    ),
    { numRuns: 60 },
  )
})

test('a slot is free again 60 s plus a guard time after the response, not after sending', async () => {
  const { clock, budget } = startBudget(1)
  const first = await budget.acquire('user', 'getQuote')
  let isServed = false
  void budget.acquire('user', 'getQuote').then(() => (isServed = true))
  await clock.advance(90_000)
  expect(isServed).toBe(false)
  first.release()
  first.release()
  await clock.advance(minute - 1)
  expect(isServed).toBe(false)
  await clock.advance(1)
  expect(isServed).toBe(true)
})

test('the snapshot reports the slots used by purpose and endpoint, and when the next slot is free', async () => {
  const { clock, budget } = startBudget(3)
  expect(budget.snapshot()).toEqual({
    limit: 3,
    fullLimit: 3,
    used: 0,
    usedBy: { cancel: 0, user: 0, visible: 0, held: 0, background: 0 },
    endpoints: [],
    waiting: { cancel: 0, user: 0, visible: 0, held: 0, background: 0 },
    nextFreeAt: null,
  })
  const slow = await budget.acquire('visible', 'getQuote')
  const sentAt = clock.now()
  await clock.advance(2_000)
  ;(await budget.acquire('user', 'listOrders')).release()
  ;(await budget.acquire('user', 'listOrders')).release()
  void budget.acquire('background', 'listAllAssets')
  expect(budget.snapshot()).toEqual({
    limit: 3,
    fullLimit: 3,
    used: 3,
    usedBy: { cancel: 0, user: 2, visible: 1, held: 0, background: 0 },
    endpoints: [
      { endpoint: 'listOrders', count: 2 },
      { endpoint: 'getQuote', count: 1 },
    ],
    waiting: { cancel: 0, user: 0, visible: 0, held: 0, background: 1 },
    nextFreeAt: sentAt + 2_000 + minute,
  })
  await clock.advance(58_500)
  expect(budget.snapshot()).toMatchObject({ used: 3, endpoints: [{ endpoint: 'listOrders', count: 2 }] })
  slow.release()
})

test('requests sent before a restart count until the service can no longer count them', async () => {
  const { clock, budget } = startBudget(4)
  const now = clock.now()
  // A request may arrive up to 30 s after it was sent, but not after the restart. One time is in the future.
  budget.restore([now - 100_000, now - 45_000, now - 1_000, now + 5_000, now - 1])
  expect(budget.snapshot()).toMatchObject({ used: 4, usedBy: { background: 4 }, nextFreeAt: now - 15_000 + minute })
  let isServed = false
  void budget.acquire('user', 'getAccount').then(() => (isServed = true))
  await clock.advance(minute - 15_001)
  expect(isServed).toBe(false)
  await clock.advance(1)
  expect(isServed).toBe(true)
  await clock.advance(15_000)
  expect(budget.snapshot().used).toBe(1)
})

test('each request is reported when it takes its slot, so that it can be stored for a restart', async () => {
  const { clock, budget, spendings } = startBudget()
  await budget.acquire('held', 'getQuote')
  expect(spendings).toEqual([{ at: clock.now(), endpoint: 'getQuote', purpose: 'held' }])
})

test('no timer runs while no request waits', async () => {
  const { clock, budget } = startBudget(1)
  await fill(budget, 1)
  expect(clock.pending).toBe(0)
  const aborting = new AbortController()
  const aborted = failureOf(budget.acquire('user', 'x', aborting.signal))
  expect(clock.pending).toBe(1)
  aborting.abort()
  await aborted
  expect(clock.pending).toBe(0)
})
