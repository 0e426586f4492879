import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { subtract, multiply, type Decimal } from '../../../src/shared/decimal.ts'
import type { AlertCondition, AlertDraft, NoticeRow } from '../../../src/shared/model/alert.ts'
import { until } from '../../fakes/until.ts'
import { watchProfile, type WatchedProfile } from '../../fakes/watched-profile.ts'
import { d } from '../insight/make.ts'
import { accountId, draftOf, minuteMs } from './rig.ts'

// A minute of the profile's clock is a second, and the market moves in the service alone: what the rules see came by HTTP.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

let watched: WatchedProfile
const prices = new Map<string, Decimal>()
const calmCash = '1000000000'
const half = d('500000000')

const up = 'SBER@MISX'
const down = 'REDS@XNGS'
const rising = 'AFLT@MISX'
const falling = 'SVNF@MISX'
const toHigh = 'VLHM@MISX'
const toLow = 'LAVK@MISX'
const held = 'AKCI@MISX'
const delayed = 'RHNE@XETR'
const times = (symbol: string, factor: string): Decimal => multiply(prices.get(symbol) ?? d('0'), d(factor))

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

const profit = (): Decimal => times(held, '4000')
const price = (direction: 'above' | 'below', symbol: string, factor: string): AlertCondition => ({
  ...{ kind: 'price', symbol, direction },
  threshold: times(symbol, factor),
})

interface Case {
  readonly condition: () => AlertCondition
  /** How often it fires in two rounds; by default once in each. */
  readonly fires?: number
  readonly changes?: () => Partial<AlertDraft>
  /** Labels of the values that made it fire. */
  readonly facts: readonly string[]
}
const account = (figure: 'equity' | 'unrealized' | 'day-profit', rest: object): AlertCondition =>
  ({ kind: 'account', accountId, figure, currency: null, ...rest }) as AlertCondition
const position = (figure: 'weight' | 'unrealized' | 'day-profit', threshold: Decimal): AlertCondition => ({
  ...{ kind: 'position', accountId: null, symbol: held, figure, direction: 'above', threshold },
})

const cases: Readonly<Record<string, Case>> = {
  'a price above': { condition: () => price('above', up, '1.2'), facts: ['Last'] },
  'a price below': { condition: () => price('below', down, '0.8'), facts: ['Last'] },
  'percent of the day': {
    condition: () => ({ kind: 'day-percent', symbol: rising, move: 'up', percent: d('20') }),
    facts: ['Last', 'Change', 'Previous close'],
  },
  'percent from a point': {
    condition: () => ({
      kind: 'percent-from',
      symbol: falling,
      from: times(falling, '1'),
      move: 'down',
      percent: d('20'),
    }),
    facts: ['Last', 'Change', 'From'],
  },
  'near the day’s high': {
    condition: () => ({ kind: 'near-extreme', symbol: toHigh, extreme: 'high', percent: d('2') }),
    facts: ['Last', 'Day’s high', 'Away'],
  },
  'near the day’s low': {
    condition: () => ({ kind: 'near-extreme', symbol: toLow, extreme: 'low', percent: d('2') }),
    facts: ['Last', 'Day’s low', 'Away'],
  },
  'equity of the account': {
    condition: () => account('equity', { direction: 'below', threshold: half }),
    facts: ['Equity'],
  },
  'unrealized profit of the account': {
    condition: () => account('unrealized', { direction: 'above', threshold: profit() }),
    facts: ['Unrealized profit'],
  },
  'the day’s profit of the account': {
    condition: () => account('day-profit', { currency: 'RUB', direction: 'above', threshold: profit() }),
    facts: ['Day’s profit'],
  },
  'the day’s profit of a position': { condition: () => position('day-profit', profit()), facts: ['Day’s profit'] },
  'unrealized profit of a position': {
    condition: () => position('unrealized', profit()),
    facts: ['Unrealized profit'],
  },
  'the weight of a position': { condition: () => position('weight', d('50')), facts: ['Weight'] },
  'the use of margin': {
    condition: () => ({ kind: 'margin', accountId, figure: 'use', threshold: d('80') }),
    facts: ['In use', 'Initial margin', 'Available'],
  },
  'the distance to the maintenance margin': {
    condition: () => ({ kind: 'margin', accountId, figure: 'distance', threshold: half }),
    facts: ['Equity above maintenance'],
  },
  'an order refused': { condition: () => ({ kind: 'order', accountId, on: 'refused' }), facts: [] },
  'an order that needs a look': { condition: () => ({ kind: 'order', accountId: null, on: 'needs-look' }), facts: [] },
  'a report ready': { condition: () => ({ kind: 'report', accountId }), facts: ['Account', 'From', 'To'] },
  'a split ahead': {
    condition: () => ({ kind: 'event', symbol: 'YDEX@MISX', on: 'split', days: 120 }),
    ...{ facts: ['YDEX@MISX', 'Split'], fires: 1 },
  },
  'one that tells once': {
    condition: () => price('above', up, '1.2'),
    ...{ facts: ['Last'], fires: 1, changes: () => ({ repeats: false }) },
  },
  'one that cools down': {
    condition: () => price('above', up, '1.2'),
    ...{ facts: ['Last'], fires: 1, changes: () => ({ coolDownMinutes: 600 }) },
  },
  'one whose price never came back so far': {
    condition: () => price('above', up, '1.2'),
    ...{ facts: ['Last'], fires: 1, changes: () => ({ hysteresis: times(up, '0.9') }) },
  },
  'one that is off': {
    condition: () => price('above', up, '1.2'),
    facts: [],
    fires: 0,
    changes: () => ({ isEnabled: false }),
  },
  'one that has expired': {
    condition: () => price('above', up, '1.2'),
    ...{ facts: [], fires: 0, changes: () => ({ expiresAt: watched.clock.now() + 1_000 }) },
  },
  'one that sleeps': { condition: () => price('above', up, '1.2'), facts: [], fires: 0 },
  'a price that comes late': { condition: () => price('above', delayed, '1.2'), facts: ['Last'] },
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
    ids.set(name, alerts.save(null, draftOf(condition(), changes?.())).rule.id)
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
