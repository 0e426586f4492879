import { expect, test } from 'vitest'
import { noteDifferences, type SeenByAccount } from '#main/insight/ledger/seen-differences.ts'
import type { CauseKind, Reconciliation } from '#shared/model/ledger/ledger.ts'
import { d } from '../make.ts'

const account = (
  difference: string,
  cause: CauseKind = 'missing-row',
  coverage: Reconciliation['coverage'] = 'whole',
): Reconciliation => ({
  accountId: 'a',
  coverage,
  positions: [],
  cash: [
    {
      currency: 'USD',
      stated: d('10'),
      replayed: d('10'),
      difference: coverage === 'partial' ? null : d(difference),
      causes: [{ kind: cause, reasons: [], transactionIds: [] }],
      opening: null,
    },
  ],
  statedAt: 0,
  differenceCount: 1,
})
const note = (...read: (readonly [at: number, account: Reconciliation])[]) =>
  [...read.reduce<SeenByAccount>((seen, [at, each]) => noteDifferences(seen, [each], at), new Map()).values()].flat()

test('a difference that appears after the first comparison has the time of its comparison, and keeps it', () => {
  expect(note([1, account('0')], [2, account('5')], [3, account('5')])).toEqual([
    { accountId: 'a', figure: 'USD', currency: 'USD', difference: '5', since: 2 },
  ])
})

test('a difference of the first comparison has the time 0', () => {
  expect(note([1, account('5')], [2, account('5')])).toMatchObject([{ since: 0 }])
})

test('another amount is a new difference, and a difference that disappears is removed', () => {
  expect(note([1, account('0')], [2, account('5')], [3, account('6')])).toMatchObject([{ difference: '6', since: 3 }])
  expect(note([1, account('5')], [2, account('0')])).toEqual([])
})

test('an account with an incomplete history is not compared: no difference is added or removed', () => {
  expect(note([1, account('5', 'missing-row', 'partial')])).toEqual([])
  expect(note([1, account('5', 'missing-row', 'partial')], [2, account('5')])).toMatchObject([{ since: 0 }])
  expect(note([1, account('0')], [2, account('5')], [3, account('5', 'missing-row', 'partial')])).toHaveLength(1)
})

test('rounding and unsettled trades are not recorded as differences', () => {
  expect(note([1, account('5', 'rounding')])).toEqual([])
  expect(note([1, account('5', 'unsettled')])).toEqual([])
})
