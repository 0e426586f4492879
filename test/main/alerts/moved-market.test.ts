import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { subtract, type Decimal } from '../../../src/shared/decimal.ts'
import type { AlertCondition, NoticeRow } from '../../../src/shared/model/alert.ts'
import { until } from '../../fakes/until.ts'
import { watchProfile, type WatchedProfile } from '../../fakes/watched-profile.ts'
import { d } from '../insight/make.ts'
import { cases, delayed, down, falling, held, prices, rising, times, toHigh, toLow, up } from './market-cases.ts'
import { accountId, draftOf, minuteMs } from './rig.ts'

// A minute of the profile's clock is a second, and the market moves in the service alone: what the rules see came by HTTP.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

let watched: WatchedProfile
const calmCash = '1000000000'

/** The world as no rule waits for it. */
function calm(): void {
  const { market, accounts } = watched.broker
  for (const [symbol, price] of prices) market.setPrice(symbol, price)
  market.setPrice(toHigh, times(toHigh, '0.7'))
  market.setPrice(toLow, times(toLow, '1.3'))
  accounts.setCash(accountId, 'RUB', calmCash)
}

/** The world as every rule waits for it. */
function move(): void {
  const { market, accounts } = watched.broker
  for (const symbol of [up, rising, toHigh, delayed]) market.setPrice(symbol, times(symbol, '1.5'))
  for (const symbol of [down, falling, toLow]) market.setPrice(symbol, times(symbol, '0.5'))
  market.setPrice(held, times(held, '50'))
  accounts.setCash(accountId, 'RUB', '1')
}

/** What is no level: each time it happens anew. */
function happen(): void {
  const { orders } = watched.broker
  const live = orders.list(accountId).filter(({ status }) => status === 'NEW' || status === 'WATCHING')
  for (const [index, status] of ['FILLED', 'REJECTED', 'CAME_LATER'].entries())
    orders.setStatus(live[index]!.id, status)
  const asked = { accountId, form: 'REPORT_FORM_SHORT', beginOn: '2026-02-01', endOn: '2026-02-10' } as const
  watched.current().reports.request(asked, false)
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
/** What was told of a case, oldest first. */
const toldOf = (name: string): NoticeRow[] =>
  watched
    .current()
    .journal.notices.list(500)
    .filter(({ ruleId }) => ruleId === ids.get(name))
    .toReversed()
const counts = () => Object.fromEntries(Object.keys(cases).map((name) => [name, toldOf(name).length]))
const wantedAfter = (rounds: 1 | 2) =>
  Object.fromEntries(Object.entries(cases).map(([name, { fires = 2 }]) => [name, Math.min(fires, rounds)]))

let lookedAt = -Infinity
/** Looks at all that moves as a window does, whose word holds for 45 s. */
function look(): void {
  const { attention, scheduler } = watched.current()
  if (watched.clock.now() - lookedAt < 15_000) return
  lookedAt = watched.clock.now()
  attention.set('test', [...prices.keys()], true)
  scheduler.wake('accounts', 'schedule')
}

/** Waits until each rule that shall fire has. */
const fired = (rounds: 1 | 2) =>
  until(
    () => {
      look()
      const [now, wanted] = [counts(), wantedAfter(rounds)]
      return Object.keys(wanted).filter((name) => (now[name] ?? 0) < (wanted[name] ?? 0))
    },
    (waiting) => waiting.length === 0,
    40_000,
  )

/** Waits until the world is seen as calm by every rule that measures a level. */
const seenCalm = () =>
  until(
    () => (look(), [...ids.keys()].filter((name) => rowOf(name)?.reading.isBeyond === true || isUnread(name))),
    (waiting) => waiting.length === 0,
    40_000,
  )
const isUnread = (name: string): boolean => rowOf(name)?.reading.unknown != null

beforeAll(async () => {
  watched = await watchProfile()
  for (const symbol of [up, down, rising, falling, toHigh, toLow, held, delayed])
    prices.set(symbol, watched.broker.market.price(symbol) as Decimal)
  for (const currency of ['USD', 'CNY']) watched.broker.accounts.setCash(accountId, currency, '0')
  calm()
  await until(
    () => watched.current().connectionState().phase,
    (phase) => phase === 'live',
  )
  await until(
    () => watched.current().cache.orders.list(accountId).length,
    (count) => count > 0,
  )
  const { alerts } = watched.current()
  for (const [name, { condition, changes }] of Object.entries(cases))
    ids.set(name, alerts.save(null, draftOf(condition(), changes?.(watched.clock.now()))).rule.id)
  alerts.snooze(ids.get('one that sleeps')!, watched.clock.now() + 600 * minuteMs)
  await seenCalm()
  const before = counts()
  expect({ ...before, 'a split ahead': 0 }).toEqual(Object.fromEntries(Object.keys(cases).map((name) => [name, 0])))
  move()
  happen()
  await fired(1)
})
afterAll(() => watched?.close())

test('each rule fires once as the market moves, and no more while it stays', async () => {
  await watched.pass(minuteMs)
  expect(counts()).toEqual(wantedAfter(1))
})

test('a restart tells none of it again', async () => {
  await watched.restart()
  await until(
    () => watched.current().connectionState().phase,
    (phase) => phase === 'live',
  )
  await watched.pass(2 * minuteMs)
  expect(counts()).toEqual(wantedAfter(1))
})

test('what came back fires again, what tells once, cools down, sleeps or is off does not', async () => {
  calm()
  await seenCalm()
  expect(counts()).toEqual(wantedAfter(1))
  move()
  happen()
  await fired(2)
  await watched.pass(minuteMs)
  expect(counts()).toEqual(wantedAfter(2))
  const statuses = ['one that tells once', 'one that is off', 'one that has expired', 'one that sleeps']
  expect(statuses.map((name) => rowOf(name)?.status)).toEqual(['done', 'off', 'expired', 'snoozed'])
})

test.each(Object.entries(cases).filter(([, { facts }]) => facts.length > 0))(
  '%s: the log has the values that made it fire, and nothing to add to fresh ones',
  (name, { facts }) => {
    const notices = toldOf(name)
    expect(notices.length).toBeGreaterThan(0)
    for (const notice of notices) {
      expect(notice.facts.map(({ label }) => label).slice(0, facts.length)).toEqual(facts)
      const late = name === 'a price that comes late' ? ['The market data is delayed by 15 min'] : []
      expect(notice.caveats).toEqual(late)
    }
  },
)

test('the figures told are the service’s own', () => {
  const lastOf = (name: string) => toldOf(name).at(-1)?.facts[0]?.value
  expect(lastOf('a price above')).toBe(watched.broker.market.price(up))
  expect(lastOf('a price below')).toBe(watched.broker.market.price(down))
  const [away] = toldOf('near the day’s high').map(({ facts }) => facts[2]?.value)
  expect(away).toBe('0')
  expect(subtract(lastOf('the weight of a position') as Decimal, d('50')).startsWith('-')).toBe(false)
})

test('a service that goes away is told once, and what it leaves old; a price seen before fires nothing', async () => {
  const { alerts } = watched.current()
  calm()
  await seenCalm()
  const save = (condition: AlertCondition) => alerts.save(null, draftOf(condition)).rule.id
  const lasting = {
    service: save({ kind: 'service', minutes: 2 }),
    account: save({ kind: 'stale', accountId, symbol: null, minutes: 3 }),
    quote: save({ kind: 'stale', accountId: null, symbol: up, minutes: 3 }),
  }
  const told = () =>
    Object.entries(lasting).map(([name, id]) => [
      name,
      watched
        .current()
        .journal.notices.list(500)
        .filter(({ ruleId }) => ruleId === id).length,
    ])
  const others = counts()
  await watched.broker.faults.goDown()
  move()
  await until(told, (now) => now.every(([, count]) => count === 1), 40_000)
  await watched.pass(2 * minuteMs)
  expect(told()).toEqual([
    ['service', 1],
    ['account', 1],
    ['quote', 1],
  ])
  expect(counts()).toEqual(others)
  await watched.broker.faults.comeUp()
  await until(
    () => (look(), Object.values(lasting).map((id) => rows().get(id)?.status)),
    (statuses) => statuses.every((status) => status === 'armed'),
    60_000,
  )
  expect(told()).toEqual([
    ['service', 1],
    ['account', 1],
    ['quote', 1],
  ])
  expect(watched.faults).toEqual([])
})
