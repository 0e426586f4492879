import { expect, test } from 'vitest'
import { missingOf } from '#main/sync/history/withdrawal-rules.ts'
import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import { booked } from '../../../fakes/history-service.ts'
import { accountId, evenly, start } from './rig.ts'

// Withdrawals beside other trouble: clocks, refused accounts, other contents, older journals.

type Rig = ReturnType<typeof start>

async function pass({ clock, readAll }: Rig, minutes: number, stepMinutes = 1): Promise<void> {
  for (let minute = 0; minute < minutes; minute += stepMinutes) {
    await clock.advance(stepMinutes * minuteMs)
    await readAll()
  }
}

const withdrawnIds = ({ journal }: Rig): string[] => journal.withdrawn.list().map(({ transaction }) => transaction.id)

/** A rig that has read a coupon of two hours ago between other rows. */
async function withCoupon(): Promise<Rig & { readonly coupon: ReturnType<typeof booked> }> {
  const rig = start()
  const coupon = booked('coupon', rig.clock.now() - 2 * hourMs)
  rig.service.addRows(accountId, [...evenly(rig.clock.now(), 30, 900), coupon])
  await rig.readAll()
  return { ...rig, coupon }
}

test('a row that was read while the clock was ahead is withdrawn after the clock was set right', async () => {
  const rig = start()
  const { service, clock } = rig
  const coupon = booked('coupon', clock.now() - 2 * hourMs)
  service.addRows(accountId, [...evenly(clock.now(), 30, 900), coupon])
  clock.set(400 * dayMs)
  await rig.readAll()
  clock.set(-400 * dayMs)
  service.removeRows(accountId, ['coupon'])
  await pass(rig, 240, 2)
  expect(withdrawnIds(rig)).toEqual(['coupon'])
})

test('a row that comes back with another content keeps what it was before it was withdrawn', async () => {
  const rig = await withCoupon()
  const { service, journal, coupon } = rig
  service.removeRows(accountId, ['coupon'])
  await pass(rig, 130)
  expect(withdrawnIds(rig)).toEqual(['coupon'])
  service.addRows(accountId, [{ ...coupon, name: 'Coupon' }])
  await pass(rig, 2)
  expect(withdrawnIds(rig)).toEqual([])
  expect(journal.former.of(accountId, 'coupon')).toMatchObject([{ transaction: { name: 'Deposit' } }])
})

test('a row that comes back as it was has no former content', async () => {
  const rig = await withCoupon()
  rig.service.removeRows(accountId, ['coupon'])
  await pass(rig, 130)
  rig.service.addRows(accountId, [{ ...rig.coupon, atText: `${rig.coupon.atText.slice(0, -1)}.000Z` }])
  await pass(rig, 2)
  expect(withdrawnIds(rig)).toEqual([])
  expect(rig.journal.former.of(accountId, 'coupon')).toEqual([])
})

test('an account that is refused when its rows are to be withdrawn does not stop the reading of others', async () => {
  const rig = await withCoupon()
  const { service, clock, broker, cache, readAll } = rig
  service.removeRows(accountId, ['coupon'])
  const other = '1900002'
  for (let minute = 0; rig.cache.missing.list(accountId)[0]?.readings !== 3; minute++) {
    expect(minute).toBeLessThan(200)
    await clock.advance(minuteMs)
    await rig.readRecent()
    if (minute % 5 === 0 && (rig.cache.missing.list(accountId)[0]?.readings ?? 0) < 2) await rig.readRest()
  }
  const { respond } = service
  broker.responses.listTransactions = (input) => {
    if (input.accountId === accountId) throw new AppError('not-found', 'Closed')
    return respond(input)
  }
  service.addRows(other, evenly(clock.now(), 50, 300))
  await rig.readRecent(other)
  for (let step = 0; step < 40; step++)
    if ((await rig.readFurther([accountId, other]).catch(() => 'more')) === 'nothing') break
  expect(cache.transactions.count(other)).toBe(50)
  broker.responses.listTransactions = respond
  await clock.advance(5 * minuteMs)
  await readAll([accountId, other])
  expect(withdrawnIds(rig)).toEqual(['coupon'])
})

test('a row that was read after it was withdrawn stays, also if the journal is of before its return', async () => {
  const rig = await withCoupon()
  const { service, journal, cache, clock, coupon } = rig
  service.removeRows(accountId, ['coupon'])
  await pass(rig, 130)
  const [record] = journal.withdrawn.list()
  if (record === undefined) throw new Error('nothing is withdrawn')
  service.addRows(accountId, [coupon])
  await pass(rig, 2)
  // The journal of a backup.
  journal.withdrawn.put([record])
  await rig.apply()
  expect(cache.transactions.get(accountId, 'coupon')).not.toBeNull()
  expect(withdrawnIds(rig)).toEqual([])
  expect(journal.withdrawn.records()[0]?.returnedAt).toBeLessThanOrEqual(clock.now())
})

const noneLeft = async (rig: Rig, rowCount: number): Promise<void> => {
  const { service, clock } = rig
  service.addRows(accountId, evenly(clock.now(), rowCount, 900))
  await rig.readAll()
  service.removeRows(
    accountId,
    service.allRows(accountId).map(({ id }) => id),
  )
}

test('of a service that is empty for ever, either all rows are withdrawn or, if they are too many, none', async () => {
  const few = start()
  await noneLeft(few, 3_000)
  await pass(few, 4 * 60, 5)
  expect([few.count(), withdrawnIds(few).length]).toEqual([0, 3_000])
  expect(missingOf(few.cache, accountId)).toBeNull()
  const many = start()
  await noneLeft(many, 10_500)
  await pass(many, 26 * 60, 30)
  expect([many.count(), withdrawnIds(many).length]).toEqual([10_500, 0])
  const missing = missingOf(many.cache, accountId)
  expect(missing).toMatchObject({ count: 10_500, isTooMany: true })
  expect(missing?.at).toBeGreaterThan(many.clock.now() - hourMs)
})

test('too many missing rows are read again once an hour, and forgotten when they are sent again', async () => {
  const rig = start()
  const { service } = rig
  await noneLeft(rig, 10_500)
  const rows = evenly(rig.clock.now(), 10_500, 900)
  rig.rereadLastMonth()
  await pass(rig, 3 * 60, 10)
  const before = service.requests.length
  await pass(rig, 4 * 60, 10)
  expect(service.requests.length - before).toBeLessThan(24 + 4 * 12)
  service.addRows(
    accountId,
    rows.map((row, index) => ({ ...row, at: service.allRows(accountId)[index]?.at ?? row.at })),
  )
  await pass(rig, 3 * 60, 10)
  expect(missingOf(rig.cache, accountId)).toBeNull()
  expect(withdrawnIds(rig)).toEqual([])
})

test('rows that are missing say how many they are, and when they are left out', async () => {
  const rig = await withCoupon()
  const { service, cache, clock } = rig
  expect(missingOf(cache, accountId)).toBeNull()
  service.removeRows(accountId, ['coupon', '0'])
  await pass(rig, 1)
  const first = missingOf(cache, accountId)
  expect(first).toMatchObject({ count: 2, isTooMany: false })
  expect((first?.at ?? 0) - clock.now()).toBeGreaterThan(110 * minuteMs)
  await pass(rig, Math.ceil(((first?.at ?? 0) - clock.now()) / minuteMs) + 5)
  expect([missingOf(cache, accountId), withdrawnIds(rig).length]).toEqual([null, 2])
})

test('a row that is there and gone in turn moves once, and then only after hours', async () => {
  const rig = start()
  const { service } = rig
  const rows = evenly(rig.clock.now(), 400, 60)
  service.addRows(accountId, rows)
  await rig.readAll()
  let [moves, was] = [0, 0]
  for (let turn = 0; turn < 40; turn++) {
    if (turn % 2 === 0) service.removeRows(accountId, ['100'])
    else service.addRows(accountId, rows.slice(100, 101))
    await pass(rig, 30, 5)
    const isGone = withdrawnIds(rig).length
    if (isGone !== was) moves += 1
    was = isGone
    expect(rig.cache.transactions.get(accountId, '100') === null).toBe(isGone === 1)
  }
  expect(moves).toBeLessThanOrEqual(2)
})
