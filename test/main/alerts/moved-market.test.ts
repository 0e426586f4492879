import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { subtract, type Decimal } from '#shared/decimal.ts'
import type { AlertCondition } from '#shared/model/alert-condition.ts'
import type { AlertReading } from '#shared/model/alert.ts'
import { watchProfile, type WatchedProfile } from '../../fakes/watched-profile.ts'
import { d } from '../insight/make.ts'
import { aboveSymbol, belowSymbol, cases, prices, symbols } from './market-cases.ts'
import { leaveAllLevels, reachAllLevels } from './market-moves.ts'
import { accountId, draftOf, minuteMs } from './rig.ts'
import { withEnglishTexts } from './with-english-texts.ts'

// One minute of the profile's clock takes one second, more on a busy machine. Only the market of the service changes: the rules
// read it over HTTP.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let watched: WatchedProfile

/** Changes orders and requests a report: new events for the rules that are not on a level. */
function createEvents(): void {
  const { orders } = watched.broker
  const live = orders.list(accountId).filter(({ status }) => status === 'NEW' || status === 'WATCHING')
  for (const [index, status] of ['FILLED', 'REJECTED', 'CAME_LATER'].entries())
    orders.setStatus(live[index]!.id, status)
  const reportRequest = { accountId, form: 'REPORT_FORM_SHORT', beginOn: '2026-02-01', endOn: '2026-02-10' } as const
  watched.current().reports.request(reportRequest, false)
}

const ids = new Map<string, string>()

const rows = () =>
  new Map(
    watched
      .current()
      .alerts.list()
      .map((row) => [row.rule.id, row]),
  )
const rowOf = (name: string) => rows().get(ids.get(name) ?? '')
/** The notices of a rule, oldest first. */
const noticesOf = (name: string) =>
  watched
    .current()
    .journal.notices.list(500)
    .filter(({ ruleId }) => ruleId === ids.get(name))
    .map(withEnglishTexts)
    .toReversed()
/** The number of notices of each rule. */
function counts(): Record<string, number> {
  const found = Map.groupBy(watched.current().journal.notices.list(500), ({ ruleId }) => ruleId)
  return Object.fromEntries([...ids].map(([name, id]) => [name, found.get(id)?.length ?? 0]))
}
const expectedAfter = (rounds: 1 | 2) =>
  Object.fromEntries(Object.entries(cases).map(([name, { fires = 2 }]) => [name, Math.min(fires, rounds)]))

let markedAt = -Infinity
/** Marks all instruments as visible, as an open window does. A mark expires after 45 s. */
function markVisible(): void {
  const { attention, scheduler } = watched.current()
  if (watched.clock.now() - markedAt < 15_000) return
  markedAt = watched.clock.now()
  attention.set('test', [...prices.keys()], true)
  scheduler.wake('accounts', 'schedule')
}

/** Waits until each rule that is expected to fire has fired. */
const waitUntilFired = (rounds: 1 | 2) =>
  watched.until(
    () => {
      markVisible()
      const [actual, expected] = [counts(), expectedAfter(rounds)]
      return Object.keys(expected).filter((name) => (actual[name] ?? 0) < (expected[name] ?? 0))
    },
    (waiting) => waiting.length === 0,
  )

/** Waits until every rule has read its inputs and none on a level holds. */
const waitUntilNoLevelIsReached = () =>
  watched.until(
    () => {
      markVisible()
      const found = rows()
      const isWaiting = ({ isBeyond, unknown }: AlertReading): boolean => isBeyond === true || unknown !== null
      return [...ids].flatMap(([name, id]) => (isWaiting(found.get(id)!.reading) ? [name] : []))
    },
    (waiting) => waiting.length === 0,
  )

beforeAll(async () => {
  watched = await watchProfile()
  for (const symbol of symbols) prices.set(symbol, watched.broker.market.price(symbol) as Decimal)
  for (const currency of ['USD', 'CNY']) watched.broker.accounts.setCash(accountId, currency, '0')
  leaveAllLevels(watched.broker)
  await watched.until(
    () => watched.current().connectionState().phase,
    (phase) => phase === 'live',
  )
  await watched.until(
    () => watched.current().cache.orders.list(accountId).length,
    (count) => count > 0,
  )
  const { alerts } = watched.current()
  for (const [name, { condition, changes }] of Object.entries(cases))
    ids.set(name, alerts.save(null, draftOf(condition(), changes?.(watched.clock.now()))).rule.id)
  alerts.snooze(ids.get('a snoozed rule')!, watched.clock.now() + 600 * minuteMs)
  await waitUntilNoLevelIsReached()
  const initial = counts()
  expect({ ...initial, 'a future split': 0 }).toEqual(Object.fromEntries(Object.keys(cases).map((name) => [name, 0])))
  reachAllLevels(watched.broker)
  createEvents()
  await waitUntilFired(1)
})
afterAll(() => watched?.close())

test('each rule fires once when the market moves, and not again while the market does not move', async () => {
  await watched.waitFor(minuteMs)
  expect(counts()).toEqual(expectedAfter(1))
})

test('no rule fires again after a restart', async () => {
  await watched.restart()
  await watched.until(
    () => watched.current().connectionState().phase,
    (phase) => phase === 'live',
  )
  await watched.waitFor(2 * minuteMs)
  expect(counts()).toEqual(expectedAfter(1))
})

test('a rule fires again after its measure returned, unless it does not repeat, cools down, is snoozed or disabled', async () => {
  leaveAllLevels(watched.broker)
  await waitUntilNoLevelIsReached()
  expect(counts()).toEqual(expectedAfter(1))
  reachAllLevels(watched.broker)
  createEvents()
  await waitUntilFired(2)
  await watched.waitFor(minuteMs)
  expect(counts()).toEqual(expectedAfter(2))
  const statuses = ['a rule that does not repeat', 'a disabled rule', 'an expired rule', 'a snoozed rule']
  expect(statuses.map((name) => rowOf(name)?.status)).toEqual(['done', 'off', 'expired', 'snoozed'])
})

test.each(Object.entries(cases).filter(([, { facts }]) => facts.length > 0))(
  '%s: the notice has the values that fired the rule, and a caveat only for delayed data',
  (name, { facts }) => {
    const notices = noticesOf(name)
    expect(notices.length).toBeGreaterThan(0)
    for (const notice of notices) {
      expect(notice.facts.map(({ label }) => label).slice(0, facts.length)).toEqual(facts)
      const expected = name === 'a delayed price' ? ['The market data is delayed by 15 min'] : []
      expect(notice.caveats).toEqual(expected)
    }
  },
)

test('the notices have the same figures as the service', () => {
  const lastOf = (name: string) => noticesOf(name).at(-1)?.facts[0]?.value
  expect(lastOf('a price above')).toBe(watched.broker.market.price(aboveSymbol))
  expect(lastOf('a price below')).toBe(watched.broker.market.price(belowSymbol))
  const [away] = noticesOf('a price near the day’s high').map(({ facts }) => facts[2]?.value)
  expect(away).toBe('0')
  expect(subtract(lastOf('the weight of a position') as Decimal, d('50')).startsWith('-')).toBe(false)
})

test('an outage and the stale data it causes fire their rules once each; an old price fires no rule', async () => {
  const { alerts } = watched.current()
  leaveAllLevels(watched.broker)
  await waitUntilNoLevelIsReached()
  const save = (condition: AlertCondition) => alerts.save(null, draftOf(condition)).rule.id
  const outageRules = {
    service: save({ kind: 'service', minutes: 2 }),
    account: save({ kind: 'stale', accountId, symbol: null, minutes: 3 }),
    quote: save({ kind: 'stale', accountId: null, symbol: aboveSymbol, minutes: 3 }),
  }
  const noticeCounts = () =>
    Object.entries(outageRules).map(([name, id]) => [
      name,
      watched
        .current()
        .journal.notices.list(500)
        .filter(({ ruleId }) => ruleId === id).length,
    ])
  const countsBefore = counts()
  await watched.broker.faults.goDown()
  reachAllLevels(watched.broker)
  await watched.until(noticeCounts, (now) => now.every(([, count]) => count === 1))
  await watched.waitFor(2 * minuteMs)
  expect(noticeCounts()).toEqual([
    ['service', 1],
    ['account', 1],
    ['quote', 1],
  ])
  expect(counts()).toEqual(countsBefore)
  await watched.broker.faults.comeUp()
  await watched.until(
    () => (markVisible(), Object.values(outageRules).map((id) => rows().get(id)?.status)),
    (statuses) => statuses.every((status) => status === 'armed'),
  )
  expect(noticeCounts()).toEqual([
    ['service', 1],
    ['account', 1],
    ['quote', 1],
  ])
  expect(watched.faults).toEqual([])
})
