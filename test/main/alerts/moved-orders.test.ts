import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { AlertCondition } from '#shared/model/alert-condition.ts'
import { until } from '../../fakes/until.ts'
import { watchProfile, type WatchedProfile } from '../../fakes/watched-profile.ts'
import { accountId, draftOf, minuteMs } from './rig.ts'
import { withEnglishTexts } from './with-english-texts.ts'

// Order changes and corporate events come over HTTP. One minute of the profile's clock takes one second.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

const dayMs = 86_400_000
const paying = 'SBER@MISX'
let watched: WatchedProfile
let paidOn: string

const pagination = { total: 1, limit: 50, offset: 0, has_next: false }
const dateAhead = (days: number): string => new Date(watched.clock.now() + days * dayMs).toISOString().slice(0, 10)
const wireDate = (date: string) => {
  const [year, month, day] = date.split('-').map(Number)
  return { year, month, day }
}

beforeAll(async () => {
  watched = await watchProfile()
  paidOn = dateAhead(8)
  const dividends = [{ date: wireDate(paidOn), amount: { value: '12.5' }, currency: 'RUB' }]
  watched.broker.faults.set(
    { path: '/v1/past-dividends' },
    { kind: 'status', status: 200, body: { pagination, dividends } },
  )
  await until(
    () =>
      watched
        .current()
        .cache.orders.list(accountId)
        .flatMap(({ orders }) => orders).length,
    (count) => count > 0,
  )
})
afterAll(() => watched?.close())

const save = (condition: AlertCondition): string => watched.current().alerts.save(null, draftOf(condition)).rule.id
const noticesOf = (ruleId: string) =>
  watched
    .current()
    .journal.notices.list(500)
    .filter((notice) => notice.ruleId === ruleId)
    .map(withEnglishTexts)
/** Counts the matching facts in the notices of a rule, because the market may fill other orders at the same time. */
const countOf = (ruleId: string, label: RegExp, value: string): number =>
  noticesOf(ruleId)
    .flatMap(({ facts }) => facts)
    .filter((fact) => label.test(fact.label) && fact.value === value).length

function pickOrder(): { readonly id: string; readonly symbol: string } {
  const order = watched.broker.orders.list(accountId).find(({ status }) => status === 'NEW')
  if (order === undefined) throw new Error('no order is live')
  return order
}

test.each([
  ['filled', 'FILLED', 'filled'],
  ['refused', 'REJECTED', 'rejected'],
] as const)('an order that is %s fires its rule once, also after a restart', async (event, status, value) => {
  const before = save({ kind: 'order', accountId, on: event })
  const order = pickOrder()
  const label = new RegExp(`^(buy|sell) ${order.symbol}$`)
  const countBefore = countOf(before, label, value)
  watched.broker.orders.setStatus(order.id, status)
  await until(
    () => countOf(before, label, value),
    (count) => count === countBefore + 1,
    40_000,
  )
  const [notice] = noticesOf(before)
  expect(notice).toMatchObject({ cause: 'fired', condition: { kind: 'order', on: event }, caveats: [] })
  // A new rule ignores events from before it was saved.
  const after = save({ kind: 'order', accountId, on: event })
  await watched.restart()
  await until(
    () => watched.current().connectionState().phase,
    (phase) => phase === 'live',
  )
  await watched.waitFor(2 * minuteMs)
  expect(countOf(before, label, value)).toBe(countBefore + 1)
  expect(countOf(after, label, value)).toBe(0)
})

/** Expects one notice of the rule `near`, also after a restart, and none of the rule `far`. Returns the facts of the notice. */
async function expectOneNotice(
  near: string,
  far: string,
): Promise<ReturnType<typeof noticesOf>[number]['facts'] | undefined> {
  watched.current().scheduler.wake('events', 'user')
  const [notice] = await until(
    () => noticesOf(near),
    (notices) => notices.length > 0,
    60_000,
  )
  await watched.restart()
  await watched.waitFor(3 * minuteMs)
  expect([noticesOf(near).length, noticesOf(far).length]).toEqual([1, 0])
  return notice?.facts
}

test('the record date of a coupon fires its rule once, with the amount and payment date', async () => {
  const bond = 'SU26225RMFS8@MISX'
  const recordOn = dateAhead(4)
  const coupon = {
    ...{ date: wireDate(dateAhead(5)), type: 'COUPON', value: { value: '38.4' }, currency: 'RUB' },
    coupon_details: { record_date: wireDate(recordOn), value_percent: { value: '7.7' } },
  }
  watched.broker.faults.set(
    { path: '/v1/bonds/past' },
    { kind: 'status', status: 200, body: { symbol: bond, pagination, events: [coupon] } },
  )
  const near = save({ kind: 'event', symbol: bond, on: 'record-date', days: 4 })
  const far = save({ kind: 'event', symbol: bond, on: 'record-date', days: 3 })
  expect(await expectOneNotice(near, far)).toMatchObject([
    { label: bond, form: 'date', value: recordOn },
    { label: 'Coupon', form: 'price', value: '38.4', currency: 'RUB' },
    { label: 'Paid on', form: 'date', value: dateAhead(5) },
  ])
})

test('a future record date fires its rule once, when it is near enough', async () => {
  const near = save({ kind: 'event', symbol: paying, on: 'record-date', days: 10 })
  const far = save({ kind: 'event', symbol: paying, on: 'record-date', days: 5 })
  expect(await expectOneNotice(near, far)).toMatchObject([
    { label: paying, form: 'date', value: paidOn },
    { label: 'Dividend', value: '12.5', currency: 'RUB' },
  ])
  expect(watched.faults).toEqual([])
})
