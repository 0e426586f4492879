import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { EventBus } from '#main/api/events.ts'
import { createBudget } from '#main/broker/budget/budget.ts'
import { startDemoBroker } from '#main/demo/server.ts'
import { accelerate, FakeClock } from '../../fakes/clock.ts'
import { openTestProfile } from '../../fakes/running-profile.ts'
import { until } from '../../fakes/until.ts'
import { openWindow } from '../../fakes/window.ts'

const start = Date.UTC(2026, 2, 2, 9)
const all = { accountId: null }
const times = new Set(['fetchedAt', 'staleAt', 'asOf', 'statedAt', 'readAt', 'quoteAt'])
/** Without the times of the requests, which differ from run to run. */
const timeless = (answer: unknown): any =>
  JSON.parse(JSON.stringify(answer, (key, value: unknown) => (times.has(key) ? undefined : value)))

/** What screens show, by name. */
export type Screens = Readonly<Record<string, any>>

/** What the screens show of a profile whose service fails at one endpoint. The service's clock stands still, so that its figures do. */
export async function readScreens(endpoint: string | null, status: number): Promise<Screens> {
  const demo = await startDemoBroker({
    ...{ size: 'small', as: 'recorded', clock: new FakeClock(start), alwaysOpen: true },
    ...{ tokenLifeMs: 1e9, requestsPerMinute: 1e6 },
  })
  if (endpoint !== null) demo.faults.refuse(endpoint, status, 'Closed')
  const clock = accelerate(new FakeClock(start), 60)
  const directory = mkdtempSync(join(tmpdir(), 'tidemark-test-'))
  const events = new EventBus()
  const faults: unknown[] = []
  const logFault = (where: string, error: unknown): void => void faults.push([where, error])
  const profile = await openTestProfile({
    ...{ directory, clock, events, logFault, service: demo, budget: createBudget({ clock, limit: 5_000 }) },
  })
  try {
    const client = openWindow(profile, { dataDir: directory, clock, events, logFault })
    await client.call('settings.write', { accountCurrency: 'RUB' })
    const kinds = (): number => new Set(demo.requests().map(({ path }) => path.replace(/\/transactions.*/, ''))).size
    let [seen, unchanged] = [-1, 0]
    for (const job of ['reference', 'events', 'schedules'] as const) profile.scheduler.wake(job, 'schedule')
    const isSettled = (count: number): boolean => {
      unchanged = count === seen ? unchanged + 1 : 0
      seen = count
      if (unchanged === 15) profile.scheduler.wake('events', 'schedule')
      return unchanged >= 40
    }
    await until(kinds, isSettled, 150_000)
    const span = { from: 0, to: start + 400 * 86_400_000 }
    const screens = {
      accounts: await client.call('accounts.list'),
      positions: await client.call('positions.list', all),
      whole: await client.call('positions.whole', all),
      overview: await client.call('overview.read', all),
      income: await client.call('income.list', { ...all, ...span }),
      lots: await client.call('lots.list', { ...all, symbol: null }),
      bonds: await client.call('bonds.list', { ...all, symbol: null }),
      orders: await client.call('orders.list', all),
      differences: (await client.call('reconciliation.read', all)).map(({ differenceCount }) => differenceCount),
      totals: await client.call('transactions.totals', { filter: { conditions: [], text: '' } }),
      coverage: (await client.call('transactions.coverage')).map(({ isComplete }) => isComplete),
    }
    expect(faults).toEqual([])
    return timeless(screens)
  } finally {
    await profile.close()
    await demo.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

/**
 * Expects that only these screens differ from those of a service that answers everything, and that what differs is
 * unknown: nothing is lost or counted in another way.
 */
export function expectOnlyMissing(read: Screens, whole: Screens, missing: readonly string[]): void {
  const rest = Object.keys(whole).filter((screen) => !missing.includes(screen))
  for (const screen of rest) expect([screen, read[screen]]).toEqual([screen, whole[screen]])
  const held = (screens: Screens) =>
    screens['positions'].map(({ symbol, quantity, currentPrice }: any) => [symbol, quantity, currentPrice])
  expect(held(read)).toEqual(held(whole))
  for (const [index, { value, currency }] of read['positions'].entries()) {
    const known = whole['positions'][index]
    expect([
      [null, null],
      [known.value, known.currency],
    ]).toContainEqual([value, currency])
  }
}
