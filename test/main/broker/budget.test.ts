import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBudget, type Lease } from '../../../src/main/broker/budget.ts'
import type { Spending } from '../../../src/main/broker/slots.ts'
import { FakeClock, settle } from '../../fakes/clock.ts'
import { MinuteServer } from './minute-server.ts'
import { failureOf } from './loopback.ts'

const minute = 60_250

function setUp(limit = 200) {
  const clock = new FakeClock()
  const spent: Spending[] = []
  const budget = createBudget({ clock, limit, onSpend: (spending) => spent.push(spending) })
  return { clock, budget, spent, server: new MinuteServer(budget, clock) }
}

/** Takes slots that are answered at once. */
async function fill(budget: ReturnType<typeof createBudget>, count: number): Promise<void> {
  for (let n = 0; n < count; n++) (await budget.acquire('person', 'getAccount')).release()
}

test('a burst at the worst phase never brings more than 200 into any 60 s', async () => {
  const { clock, server } = setUp()
  // The first is slow and arrives at its end; the burst comes when a window that counted sending times would be open again.
  void server.ask('cancel', 20_000, 1)
  await clock.advance(59_999)
  for (let n = 0; n < 600; n++) void server.ask('cancel', 200, n % 2)
  await clock.advance(300_000)
  expect(server.arrivals).toHaveLength(601)
  expect(server.worstMinute).toBe(200)
})

test('slow answers keep their slots: what is sent early may arrive late', async () => {
  const { clock, server } = setUp(10)
  for (let n = 0; n < 40; n++) void server.ask('person', n % 3 === 0 ? 25_000 : 50, n % 3 === 0 ? 1 : 0)
  await clock.advance(600_000)
  expect(server.arrivals).toHaveLength(40)
  expect(server.worstMinute).toBeLessThanOrEqual(10)
})

test('whatever is asked, whenever, however slow the answers: never more than the limit in any 60 s, and all is served', async () => {
  const request = fc.record({
    afterMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 70_000 })),
    burst: fc.integer({ min: 1, max: 12 }),
    latencyMs: fc.integer({ min: 0, max: 30_000 }),
    phase: fc.constantFrom(0, 0.3, 1),
    purpose: fc.constantFrom(
      'cancel' as const,
      'person' as const,
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
        const { clock, server } = setUp(limit)
        let asked = 0
        for (const { afterMs, burst, latencyMs, phase, purpose } of requests) {
          await clock.advance(afterMs)
          for (let n = 0; n < burst; n++) void server.ask(purpose, latencyMs, phase)
          asked += burst
        }
        await clock.advance(asked * 2 * 95_000)
        expect(server.arrivals).toHaveLength(asked)
        expect(server.worstMinute).toBeLessThanOrEqual(limit)
      },
    ),
    { numRuns: 60 },
  )
})

test('a slot comes free 60 s and a guard after the answer, not after the sending', async () => {
  const { clock, budget } = setUp(1)
  const first = await budget.acquire('person', 'getQuote')
  let isServed = false
  void budget.acquire('person', 'getQuote').then(() => (isServed = true))
  await clock.advance(90_000)
  expect(isServed).toBe(false)
  first.release()
  first.release()
  await clock.advance(minute - 1)
  expect(isServed).toBe(false)
  await clock.advance(1)
  expect(isServed).toBe(true)
})

test('a cancel goes first, then a person, then what is visible, held, and the background; each first come first served', async () => {
  const { clock, budget } = setUp(1)
  await fill(budget, 1)
  const served: string[] = []
  for (const [purpose, name] of [
    ['background', 'b1'],
    ['background', 'b2'],
    ['held', 'h1'],
    ['visible', 'v1'],
    ['person', 'p1'],
    ['visible', 'v2'],
    ['person', 'p2'],
    ['cancel', 'c1'],
  ] as const) {
    void budget.acquire(purpose, name).then((lease) => {
      served.push(name)
      lease.release()
    })
  }
  await clock.advance(8 * minute)
  expect(served).toEqual(['c1', 'p1', 'p2', 'v1', 'v2', 'h1', 'b1', 'b2'])
})

test.each([
  ['background', 120],
  ['held', 160],
  ['visible', 190],
  ['person', 196],
  ['cancel', 200],
] as const)('%s may fill %i slots of a minute, and no more', async (purpose, most) => {
  const { clock, budget, server } = setUp()
  for (let n = 0; n < 250; n++) void server.ask(purpose, 0, 0)
  await clock.advance(1000)
  expect(server.arrivals).toHaveLength(most)
  expect(budget.snapshot()).toMatchObject({ used: most, waiting: { [purpose]: 250 - most } })
})

test('a person is served at once however busy the background is', async () => {
  const { clock, budget, server } = setUp()
  for (let n = 0; n < 500; n++) void server.ask('background', 20_000, 1)
  await clock.advance(5_000)
  let isServed = false
  void budget.acquire('person', 'cancelOrder').then(() => (isServed = true))
  await settle()
  expect(isServed).toBe(true)
})

test('a cancel is served at once however much a person asked for', async () => {
  const { clock, budget, server } = setUp()
  for (let n = 0; n < 500; n++) void server.ask('person', 20_000, 1)
  await clock.advance(70_000)
  let isServed = false
  void budget.acquire('cancel', 'cancelOrder').then(() => (isServed = true))
  await settle()
  expect(isServed).toBe(true)
})

test('requests that hang leave room on the way for those who go before them', async () => {
  const { clock, budget } = setUp()
  const held: Lease[] = []
  for (let n = 0; n < 20; n++) void budget.acquire('background', 'getQuote').then((lease) => held.push(lease))
  await clock.advance(1000)
  expect(held).toHaveLength(8)
  await budget.acquire('visible', 'getQuote')
  held[0]!.release()
  await settle()
  expect(held).toHaveLength(8)
  held[1]!.release()
  await settle()
  expect(held).toHaveLength(9)
})

test('who waits can go away, and nobody is delayed by it', async () => {
  const { clock, budget, spent } = setUp(1)
  await fill(budget, 1)
  const leaving = new AbortController()
  const left = failureOf(budget.acquire('person', 'left', leaving.signal))
  let isServed = false
  void budget.acquire('person', 'stays').then(() => (isServed = true))
  leaving.abort()
  expect(await left).toMatchObject({ code: 'cancelled' })
  expect(await failureOf(budget.acquire('person', 'late', leaving.signal))).toMatchObject({ code: 'cancelled' })
  await clock.advance(minute)
  expect(isServed).toBe(true)
  expect(spent.map(({ endpoint }) => endpoint)).toEqual(['getAccount', 'stays'])
})

test('a signal that aborts after the slot was given changes nothing', async () => {
  const { budget } = setUp(2)
  const signal = new AbortController()
  const lease = await budget.acquire('person', 'getQuote', signal.signal)
  signal.abort()
  lease.release()
  expect(budget.snapshot().used).toBe(1)
})

test('the snapshot says what was used by whom, and when the next slot is free', async () => {
  const { clock, budget } = setUp(3)
  expect(budget.snapshot()).toEqual({
    limit: 3,
    fullLimit: 3,
    used: 0,
    usedBy: { cancel: 0, person: 0, visible: 0, held: 0, background: 0 },
    endpoints: [],
    waiting: { cancel: 0, person: 0, visible: 0, held: 0, background: 0 },
    nextFreeAt: null,
  })
  const slow = await budget.acquire('visible', 'getQuote')
  const sentAt = clock.now()
  await clock.advance(2_000)
  ;(await budget.acquire('person', 'listOrders')).release()
  ;(await budget.acquire('person', 'listOrders')).release()
  void budget.acquire('background', 'listAllAssets')
  expect(budget.snapshot()).toEqual({
    limit: 3,
    fullLimit: 3,
    used: 3,
    usedBy: { cancel: 0, person: 2, visible: 1, held: 0, background: 0 },
    endpoints: [
      { endpoint: 'listOrders', count: 2 },
      { endpoint: 'getQuote', count: 1 },
    ],
    waiting: { cancel: 0, person: 0, visible: 0, held: 0, background: 1 },
    nextFreeAt: sentAt + 2_000 + minute,
  })
  await clock.advance(58_500)
  expect(budget.snapshot()).toMatchObject({ used: 3, endpoints: [{ endpoint: 'listOrders', count: 2 }] })
  slow.release()
})

test('requests of before a restart are counted until the service has surely forgotten them', async () => {
  const { clock, budget } = setUp(4)
  const now = clock.now()
  // The first may have arrived 30 s after its sending; the last two just before the restart; one lies in the future.
  budget.restore([now - 100_000, now - 45_000, now - 1_000, now + 5_000, now - 1])
  expect(budget.snapshot()).toMatchObject({ used: 4, usedBy: { background: 4 }, nextFreeAt: now - 15_000 + minute })
  let isServed = false
  void budget.acquire('person', 'getAccount').then(() => (isServed = true))
  await clock.advance(minute - 15_001)
  expect(isServed).toBe(false)
  await clock.advance(1)
  expect(isServed).toBe(true)
  await clock.advance(15_000)
  expect(budget.snapshot().used).toBe(1)
})

test('each request is told as it takes its slot, so that it can be kept over a restart', async () => {
  const { clock, budget, spent } = setUp()
  await budget.acquire('held', 'getQuote')
  expect(spent).toEqual([{ at: clock.now(), endpoint: 'getQuote', purpose: 'held' }])
})

test('a 429 holds everything for some seconds and lowers the ceiling, which comes back bit by bit', async () => {
  const { clock, budget } = setUp()
  await fill(budget, 100)
  budget.penalize()
  budget.penalize()
  let isServed = false
  void budget.acquire('person', 'getAccount').then((lease) => {
    isServed = true
    lease.release()
  })
  expect(budget.snapshot()).toMatchObject({ limit: 80, nextFreeAt: clock.now() + minute })
  await clock.advance(minute - 1)
  expect(isServed).toBe(false)
  await clock.advance(1)
  expect(isServed).toBe(true)
  expect(budget.snapshot().limit).toBe(100)
  // The first refusal may have been chance: what it took is back within minutes.
  await clock.advance(3 * 60_000)
  expect(budget.snapshot().limit).toBe(200)
})

test('refusals that go on hold longer and longer, up to a minute, and leave a tenth of the limit', async () => {
  const { clock, budget } = setUp()
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

test('no timer runs while nobody waits', async () => {
  const { clock, budget } = setUp(1)
  await fill(budget, 1)
  expect(clock.pending).toBe(0)
  const leaving = new AbortController()
  const left = failureOf(budget.acquire('person', 'x', leaving.signal))
  expect(clock.pending).toBe(1)
  leaving.abort()
  await left
  expect(clock.pending).toBe(0)
})
