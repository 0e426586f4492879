import { expect, test } from 'vitest'
import { createBudget } from '../../../src/main/broker/budget.ts'
import type { Purpose } from '../../../src/shared/model/usage.ts'
import { FakeClock } from '../../fakes/clock.ts'

const minuteMs = 60_000
const wayMs = 50

/** A service that allows less than it documents, and shares it with a neighbour; we ask it for as much as our budget lets us. */
async function share(options: {
  real: (minute: number) => number
  neighbour: (minute: number) => number
  /** Of what arrives, refused for no reason. */
  scattered?: (minute: number) => number
  purpose?: Purpose
  minutes: number
}) {
  const clock = new FakeClock()
  const start = clock.now()
  const budget = createBudget({ clock })
  const window: number[] = []
  const served: number[] = []
  const refused: number[] = []
  const { scattered = () => 0, purpose = 'person' } = options
  let state = 7
  function draw(): number {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const minuteOf = (at: number): number => (at - start) / minuteMs

  function arrive(): boolean {
    const now = clock.now()
    while ((window[0] ?? now) <= now - minuteMs) window.shift()
    if (window.length >= options.real(minuteOf(now))) return false
    window.push(now)
    return true
  }
  function visitNeighbour(): void {
    const perMinute = options.neighbour(minuteOf(clock.now()))
    if (perMinute > 0) arrive()
    clock.after(minuteMs / Math.max(1, perMinute), visitNeighbour)
  }
  async function ask(): Promise<void> {
    const lease = await budget.acquire(purpose, 'getQuote')
    clock.after(wayMs, () => {
      const now = minuteOf(clock.now())
      if (arrive() && draw() >= scattered(now)) served.push(now)
      else {
        refused.push(now)
        budget.penalize()
      }
      lease.release()
      void ask()
    })
  }
  visitNeighbour()
  for (let i = 0; i < 3; i++) void ask()
  await clock.advance(options.minutes * minuteMs)
  const count = (times: readonly number[], from: number, to: number): number =>
    times.filter((at) => at >= from && at < to).length
  return {
    servedPerMinute: (from: number, to: number): number => count(served, from, to) / (to - from),
    refusedBetween: (from: number, to: number): number => count(refused, from, to),
    limit: budget.snapshot().limit,
  }
}

test('a lower ceiling shared with a neighbour is learned: few refusals an hour, and most of what is left is used', async () => {
  const { servedPerMinute, refusedBetween } = await share({ real: () => 120, neighbour: () => 60, minutes: 75 })
  expect(refusedBetween(15, 75)).toBeLessThanOrEqual(12)
  expect(servedPerMinute(15, 75)).toBeGreaterThan(52)
}, 30_000)

test('when the neighbour goes and the ceiling rises again, what was lost is won back within half an hour', async () => {
  const { servedPerMinute, refusedBetween, limit } = await share({
    real: (minute) => (minute < 30 ? 120 : 200),
    neighbour: (minute) => (minute < 30 ? 60 : 0),
    minutes: 75,
  })
  expect(servedPerMinute(62, 75)).toBeGreaterThan(180)
  expect(refusedBetween(32, 75)).toBe(0)
  expect(limit).toBe(200)
}, 30_000)

const alone = { real: () => 200, neighbour: () => 0, purpose: 'background' } as const

test.each([0.005, 0.05, 0.1, 0.3, 1])(
  'refusals of %d of all requests for twenty minutes are forgotten ten minutes later',
  async (refusals) => {
    const { servedPerMinute, limit } = await share({
      ...alone,
      scattered: (minute) => (minute < 20 ? refusals : 0),
      minutes: 35,
    })
    expect(servedPerMinute(30, 35)).toBeGreaterThan(110)
    expect(limit).toBe(200)
  },
  30_000,
)

test('a refusal now and then, however much is in use, takes little from the background', async () => {
  const { servedPerMinute } = await share({ ...alone, scattered: () => 0.01, minutes: 40 })
  expect(servedPerMinute(5, 40)).toBeGreaterThan(75)
}, 30_000)
