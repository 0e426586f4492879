import { expect, test } from 'vitest'
import { externalFlows, type AccountFlow } from '#main/insight/history/external-flow.ts'
import { dayMs } from '#shared/durations.ts'

const rub = (amount: bigint) => ({ currency: 'RUB', amount })
const money = (account: number, at: number, kind: AccountFlow['kind'], amount: bigint): AccountFlow => ({
  ...{ account, at, kind, symbol: '', pieces: 0n },
  value: rub(amount),
})
const pieces = (account: number, at: number, count: bigint, value: AccountFlow['value']): AccountFlow => ({
  ...{ account, at, symbol: 'A@X', pieces: count, value },
  kind: count > 0n ? 'securities-transfer-in' : 'securities-transfer-out',
})

test('flows are added by day and currency', () => {
  const flows = [money(1, 5, 'deposit', 100n), money(1, 9, 'withdrawal', -30n), money(1, dayMs + 1, 'deposit', 5n)]
  expect(externalFlows(flows)).toMatchObject({
    days: [
      { at: 0, ...rub(70n) },
      { at: dayMs, ...rub(5n) },
    ],
    notCounted: 0,
  })
})

test('a transfer between two of the accounts is not a flow, even if it arrives two days later', () => {
  const flows = [
    ...[money(1, 0, 'cash-transfer-out', -50n), pieces(1, 1, -4n, rub(-400n))],
    ...[money(2, 2 * dayMs, 'cash-transfer-in', 50n), pieces(2, 2 * dayMs, 4n, rub(440n))],
  ]
  expect(externalFlows(flows)).toMatchObject({ days: [], notCounted: 0 })
  expect(externalFlows(flows.filter(({ account }) => account === 1)).days).toEqual([{ at: 0, ...rub(-450n) }])
})

test('pieces of unknown value are left out, and the result has their number', () => {
  expect(externalFlows([pieces(1, 0, 4n, null)])).toMatchObject({ days: [], notCounted: 1 })
})

test('pieces that come back to their account are not a flow; money that comes back was elsewhere', () => {
  const back = [pieces(1, 0, -4n, rub(-400n)), pieces(1, 13 * dayMs, 4n, rub(440n))]
  expect(externalFlows(back)).toMatchObject({ days: [], notCounted: 0 })
  const late = [pieces(1, 0, -4n, rub(-400n)), pieces(1, 15 * dayMs, 4n, rub(440n))]
  expect(externalFlows(late).days).toHaveLength(2)
  const lent = [pieces(1, 0, 4n, rub(400n)), pieces(1, dayMs, -4n, rub(-400n))]
  expect(externalFlows(lent).days).toHaveLength(2)
  const paid = [money(1, 0, 'cash-transfer-out', -50n), money(1, dayMs, 'cash-transfer-in', 50n)]
  expect(externalFlows(paid).days).toHaveLength(2)
})
