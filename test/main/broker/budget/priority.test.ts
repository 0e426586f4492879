import { expect, test } from 'vitest'
import { type Lease } from '#main/broker/budget/budget.ts'
import { settle } from '../../../fakes/clock.ts'
import { failureOf } from '../loopback.ts'
import { fill, minute, startBudget } from './rig.ts'

test('cancels are sent first, then requests of the user, then the flow by its weights; within a purpose in the order of arrival', async () => {
  const { clock, budget } = startBudget(1)
  await fill(budget, 1)
  const served: string[] = []
  for (const [purpose, name] of [
    ['background', 'b1'],
    ['background', 'b2'],
    ['held', 'h1'],
    ['visible', 'v1'],
    ['user', 'p1'],
    ['visible', 'v2'],
    ['user', 'p2'],
    ['cancel', 'c1'],
  ] as const) {
    void budget.acquire(purpose, name).then((lease) => {
      served.push(name)
      lease.release()
    })
  }
  await clock.advance(20 * minute)
  expect(served).toEqual(['c1', 'p1', 'p2', 'v1', 'h1', 'b1', 'v2', 'b2'])
})

test.each([
  ['user', 196],
  ['cancel', 200],
] as const)('%s requests may take at most %i slots at the same time', async (purpose, max) => {
  const { clock, budget, server } = startBudget()
  for (let n = 0; n < 250; n++) void server.request(purpose, 0, 0)
  await clock.advance(1_000)
  expect(server.arrivals).toHaveLength(max)
  expect(budget.snapshot()).toMatchObject({ used: max, waiting: { [purpose]: 250 - max } })
})

test.each([
  ['background', 120],
  ['held', 80],
  ['visible', 190],
] as const)('%s requests are sent evenly, at most %i per minute', async (purpose, max) => {
  const { clock, server } = startBudget()
  const start = clock.now()
  for (let n = 0; n < 600; n++) void server.request(purpose, 0, 0)
  await clock.advance(120_000)
  const inWindow = (from: number, ms: number): number =>
    server.arrivals.filter((at) => at >= start + from && at < start + from + ms).length
  expect(inWindow(0, 60_000)).toBeLessThanOrEqual(max)
  expect(inWindow(60_000, 60_000)).toBeGreaterThan(max * 0.85)
  for (let from = 0; from < 115_000; from += 2_500) {
    expect(inWindow(from, 5_000)).toBeGreaterThan((max / 12) * 0.7)
    expect(inWindow(from, 5_000)).toBeLessThan(max / 12 + 18)
  }
})

test('visible requests get most of the slots in any five seconds, even when much bulk work waits', async () => {
  const { clock, server } = startBudget()
  const start = clock.now()
  for (let n = 0; n < 600; n++)
    for (const purpose of ['background', 'held', 'visible'] as const) void server.request(purpose, 100, 0.5)
  await clock.advance(120_000)
  for (let from = 0; from < 115_000; from += 2_500) {
    const sent = server.sent.filter((_, i) => {
      const at = (server.arrivals[i] ?? 0) - start
      return at >= from && at < from + 5_000
    })
    expect(sent.filter((purpose) => purpose === 'visible').length).toBeGreaterThanOrEqual(10)
    expect(sent.filter((purpose) => purpose === 'background').length).toBeLessThanOrEqual(5)
  }
})

test('visible requests continue while the user clicks continuously', async () => {
  const { clock, server } = startBudget()
  const start = clock.now()
  for (let n = 0; n < 600; n++) void server.request('visible', 100, 0.5)
  await clock.advance(30_000)
  for (let n = 0; n < 600; n++) void server.request('user', 100, 0.5)
  await clock.advance(150_000)
  const times = server.arrivals.filter((_, i) => server.sent[i] === 'visible').filter((at) => at >= start)
  const gaps = times.map((at, i) => at - (times[i - 1] ?? at))
  expect(Math.max(...gaps)).toBeLessThanOrEqual(5_000)
  expect(server.maxPerMinute).toBeLessThanOrEqual(200)
})

test('a new share of the limit applies immediately, and cancels may use the whole limit', async () => {
  const { clock, budget, server } = startBudget()
  budget.limitTo(0.2)
  for (let n = 0; n < 100; n++) void server.request('user', 0, 0)
  await clock.advance(1_000)
  expect(server.arrivals).toHaveLength(39)
  expect(budget.snapshot()).toMatchObject({ limit: 40, fullLimit: 40 })
  for (let n = 0; n < 50; n++) void server.request('cancel', 0, 0)
  await clock.advance(1_000)
  expect(server.arrivals).toHaveLength(89)
  budget.limitTo(1)
  await clock.advance(1_000)
  expect(server.arrivals).toHaveLength(150)
})

test('a request of the user is sent immediately even when much background work waits', async () => {
  const { clock, budget, server } = startBudget()
  for (let n = 0; n < 500; n++) void server.request('background', 20_000, 1)
  await clock.advance(5_000)
  let isServed = false
  void budget.acquire('user', 'cancelOrder').then(() => (isServed = true))
  await settle()
  expect(isServed).toBe(true)
})

test('a cancel is sent immediately even when many requests of the user wait', async () => {
  const { clock, budget, server } = startBudget()
  for (let n = 0; n < 500; n++) void server.request('user', 20_000, 1)
  await clock.advance(70_000)
  let isServed = false
  void budget.acquire('cancel', 'cancelOrder').then(() => (isServed = true))
  await settle()
  expect(isServed).toBe(true)
})

test('purposes with a higher priority can send while other requests get no response', async () => {
  const { clock, budget } = startBudget()
  const held: Lease[] = []
  for (let n = 0; n < 20; n++) void budget.acquire('background', 'getQuote').then((lease) => held.push(lease))
  await clock.advance(10_000)
  expect(held).toHaveLength(8)
  await budget.acquire('visible', 'getQuote')
  held[0]!.release()
  await settle()
  expect(held).toHaveLength(8)
  held[1]!.release()
  await settle()
  expect(held).toHaveLength(9)
})

test('a waiting request can be aborted, and this delays no other request', async () => {
  const { clock, budget, spendings } = startBudget(1)
  await fill(budget, 1)
  const aborting = new AbortController()
  const aborted = failureOf(budget.acquire('user', 'left', aborting.signal))
  let isServed = false
  void budget.acquire('user', 'stays').then(() => (isServed = true))
  aborting.abort()
  expect(await aborted).toMatchObject({ code: 'cancelled' })
  expect(await failureOf(budget.acquire('user', 'late', aborting.signal))).toMatchObject({ code: 'cancelled' })
  await clock.advance(minute)
  expect(isServed).toBe(true)
  expect(spendings.map(({ endpoint }) => endpoint)).toEqual(['getAccount', 'stays'])
})

test('a signal that aborts after the slot was granted has no effect', async () => {
  const { budget } = startBudget(2)
  const signal = new AbortController()
  const lease = await budget.acquire('user', 'getQuote', signal.signal)
  signal.abort()
  lease.release()
  expect(budget.snapshot().used).toBe(1)
})
