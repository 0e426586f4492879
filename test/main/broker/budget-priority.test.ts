import { expect, test } from 'vitest'
import { type Lease } from '../../../src/main/broker/budget.ts'
import { settle } from '../../fakes/clock.ts'
import { failureOf } from './loopback.ts'
import { fill, minute, setUp } from './budget-rig.ts'

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
