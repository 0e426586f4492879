import { planCalls } from '#main/sync/quotes/planner/plan.ts'
import type { Call, ShownPrice, PlannedCall } from '#main/sync/quotes/planner/types.ts'

export const now = 100_000_000

export const price = (over: Partial<ShownPrice> = {}): ShownPrice => ({
  key: 'A@X',
  weight: 1,
  varianceRate: 1e-9,
  isVisible: true,
  market: 'open',
  closedAt: null,
  opensAt: null,
  refreshedAt: now,
  ...over,
})

export const callFor = (candidate: ShownPrice, over: Partial<Call> = {}): Call => ({
  id: candidate.key,
  refreshes: [candidate.key],
  requestedAt: candidate.refreshedAt,
  minIntervalMs: 1_000,
  maxIntervalMs: null,
  ...over,
})

export const plan = (
  prices: readonly ShownPrice[],
  perMinute: number,
  at = now,
  calls = prices.map((candidate) => callFor(candidate)),
) => planCalls({ prices, calls, now: at, perMinute })

export const due = (planned: readonly PlannedCall[], at = now): string[] =>
  planned.filter(({ dueAt }) => dueAt <= at).map(({ id }) => id)
