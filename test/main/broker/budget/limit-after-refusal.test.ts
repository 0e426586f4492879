import { expect, test } from 'vitest'
import { createBudget } from '#main/broker/budget/budget.ts'
import type { Purpose } from '#shared/model/app/usage.ts'
import { FakeClock } from '../../../fakes/clock.ts'
import { seededRandom } from '../../../fakes/random.ts'

const minuteMs = 60_000
const latencyMs = 50

/**
 * Simulates a service that allows fewer requests than documented and has another client. Requests are sent as soon as the
 * budget grants them.
 */
async function simulateSharedLimit(options: {
  realLimit: (minute: number) => number
  otherClient: (minute: number) => number
  /** The share of requests that are refused at random. */
  refusedShare?: (minute: number) => number
  purpose?: Purpose
  /** The seed of the random refusals. */
  seed?: number
  minutes: number
}) {
  const clock = new FakeClock()
  const start = clock.now()
  const budget = createBudget({ clock })
  const window: number[] = []
  const served: number[] = []
  const refused: number[] = []
  const { refusedShare = () => 0, purpose = 'user' } = options
  const random = seededRandom(options.seed ?? 1)
  const minuteOf = (at: number): number => (at - start) / minuteMs

  function arrive(): boolean {
    const now = clock.now()
    while ((window[0] ?? now) <= now - minuteMs) window.shift()
    if (window.length >= options.realLimit(minuteOf(now))) return false
    window.push(now)
    return true
  }
  function sendFromOtherClient(): void {
    const perMinute = options.otherClient(minuteOf(clock.now()))
    if (perMinute > 0) arrive()
    clock.after(minuteMs / Math.max(1, perMinute), sendFromOtherClient)
  }
  async function sendNext(): Promise<void> {
    const lease = await budget.acquire(purpose, 'getQuote')
    clock.after(latencyMs, () => {
      const now = minuteOf(clock.now())
      if (arrive() && random() >= refusedShare(now)) served.push(now)
      else {
        refused.push(now)
        budget.penalize()
      }
      lease.release()
      void sendNext()
    })
  }
  sendFromOtherClient()
  for (let i = 0; i < 3; i++) void sendNext()
  await clock.advance(options.minutes * minuteMs)
  const count = (times: readonly number[], from: number, to: number): number =>
    times.filter((at) => at >= from && at < to).length
  return {
    servedPerMinute: (from: number, to: number): number => count(served, from, to) / (to - from),
    refusedBetween: (from: number, to: number): number => count(refused, from, to),
    limit: budget.snapshot().limit,
  }
}

test('a lower limit that another client shares causes few refusals per hour, and most of the remaining requests are used', async () => {
  const { servedPerMinute, refusedBetween } = await simulateSharedLimit({
    realLimit: () => 120,
    otherClient: () => 60,
    minutes: 75,
  })
  expect(refusedBetween(15, 75)).toBeLessThanOrEqual(12)
  expect(servedPerMinute(15, 75)).toBeGreaterThan(52)
})

test('when the other client stops and the limit rises, the full rate returns within half an hour', async () => {
  const { servedPerMinute, refusedBetween, limit } = await simulateSharedLimit({
    realLimit: (minute) => (minute < 30 ? 120 : 200),
    otherClient: (minute) => (minute < 30 ? 60 : 0),
    minutes: 75,
  })
  expect(servedPerMinute(62, 75)).toBeGreaterThan(180)
  expect(refusedBetween(32, 75)).toBe(0)
  expect(limit).toBe(200)
})

const withoutOtherClient = { realLimit: () => 200, otherClient: () => 0, purpose: 'background' } as const

/** Random refusals are tested by the mean of many runs: a single run may be more than two standard deviations from it. */
const seedsOf = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i + 1)
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
/** The number of slots of 200 that background requests may use. */
const backgroundPerMinute = 120

test.each([0.005, 0.05, 0.1, 0.3, 1])(
  'after random refusals (share %d) for twenty minutes the limit returns within ten minutes, and at worst within half an hour',
  async (refusals) => {
    const end = 20
    const runs: Awaited<ReturnType<typeof simulateSharedLimit>>[] = []
    for (const seed of seedsOf(8)) {
      const refusedShare = (minute: number): number => (minute < end ? refusals : 0)
      runs.push(await simulateSharedLimit({ ...withoutOtherClient, seed, refusedShare, minutes: end + 27 }))
    }
    expect(mean(runs.map(({ servedPerMinute }) => servedPerMinute(end + 10, end + 15)))).toBeGreaterThan(110)
    // The worst case is a limit of 40 of 200 with the longest plateau of 8 minutes: a hold of one minute and a recovery
    // of 25 minutes (16 × phase³ beyond the plateau).
    expect(runs.map(({ limit }) => limit)).toEqual(runs.map(() => 200))
  },
)

test('occasional random refusals cost background requests less than half of their rate', async () => {
  const served: number[] = []
  for (const seed of seedsOf(20)) {
    const { servedPerMinute } = await simulateSharedLimit({
      ...withoutOtherClient,
      seed,
      refusedShare: () => 0.01,
      minutes: 40,
    })
    served.push(servedPerMinute(5, 40))
  }
  // One refusal in a hundred requests is one per minute. If the same usage was accepted before, a refusal only holds
  // requests for 5 s; together with the next refusals this is about a tenth of the minute. A refusal counts as a
  // ceiling only while usage rises, until that usage is tried again. If all refusals counted as ceilings, two thirds of
  // the rate would be lost. The even flow does not make up for a hold. With 20 runs the mean is accurate to 5 requests
  // per minute.
  expect(mean(served)).toBeGreaterThan((1 / 2) * backgroundPerMinute)
})
