import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { multiply, toPlaces, type Decimal } from '../../../src/shared/decimal.ts'
import { dec } from '../cache/open-cache.ts'
import {
  openReported,
  reportedCases,
  type ReportedAccount,
  type ReportedCase,
  type ReportedProfile,
  type ReportedRow,
} from './reported-accounts.ts'
import { figuresOf } from './reported-figures.ts'

// The accounts of all reports again: a thousand times as large, and with their rows in the opposite order of arrival.

const times = (value: string): string => multiply(dec(value), '1000' as Decimal)

function scaledRow(row: ReportedRow): ReportedRow {
  const { change, size, accrued, change_qty } = row
  return {
    ...row,
    ...(change !== undefined && { change: times(change) }),
    ...(size !== undefined && { size: times(size) }),
    ...(accrued !== undefined && { accrued: times(accrued) }),
    ...(change_qty !== undefined && { change_qty: times(change_qty) }),
  }
}

const scaledValues = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, times(value)]))

const variants: Readonly<Record<string, (account: ReportedAccount) => ReportedAccount>> = {
  K: ({ rows, positions, cash }) => ({
    ...{ rows: rows.map(scaledRow), positions: scaledValues(positions), cash: scaledValues(cash) },
  }),
  R: (account) => ({ ...account, rows: account.rows.toReversed() }),
}

/** A case with symbols of its own. */
function variant(base: ReportedCase, letter: string, change: (account: ReportedAccount) => ReportedAccount): ReportedCase {
  const renamed = JSON.parse(JSON.stringify(base).replace(/"([A-Z\d_]+)@/g, `"$1${letter}@`)) as ReportedCase
  const accounts = Object.entries(renamed.accounts).map(([key, account]) => [key, change(account)])
  return { ...renamed, id: `${base.id} ${letter}`, accounts: Object.fromEntries(accounts) as ReportedCase['accounts'] }
}

let opened: ReportedProfile
beforeAll(async () => {
  const all = Object.entries(variants).flatMap(([letter, change]) =>
    reportedCases.map((each) => variant(each, letter, change)),
  )
  opened = await openReported([...reportedCases, ...all])
  await opened.settle()
}, 300_000)
afterAll(() => opened.close())

/** The figures of an account; amounts and pieces are multiplied. */
async function figures(id: string, key: string, rows: readonly ReportedRow[], factor: string) {
  const of = figuresOf(opened, opened.accountOf(id, key))
  const scaled = (value: Decimal | null): Decimal | null =>
    // A part of the cost of a lot is rounded at the last of 18 places.
    value === null ? null : dec(toPlaces(multiply(value, factor as Decimal), 9))
  const found = await of.performance()
  const rounded = (value: number | null | undefined): string => (value == null ? '—' : value.toFixed(9))
  return {
    kinds: await Promise.all(rows.map((row) => of.kindOf(row.id))),
    sums: [
      ...[found.begin, found.end, found.netDeposits, found.realized, found.unrealized, found.income, found.fees],
      ...[found.taxes, found.remainder],
    ].map(scaled),
    returns: [
      ...[found.reason, found.twr?.reason, rounded(found.twr?.total), rounded(found.twr?.coveredShare)],
      ...[rounded(found.drawdown?.share), rounded(found.volatility), rounded(found.xirr.periodReturn), found.xirr.reason],
      ...found.xirr.roots.map(rounded),
    ],
    lots: (await of.lots()).map(({ quantity, cost, openedAt }) => [scaled(quantity), scaled(cost), openedAt]),
    realized: (await of.realized()).lots.map(({ pieces, profit, closedAt }) => [scaled(pieces), scaled(profit), closedAt]),
    income: (await of.income()).map(({ date, kind, state, gross, tax, currency }) => [
      ...[date, kind, state, scaled(gross), scaled(tax), currency],
    ]),
    differences: (await of.reconciliation())?.differenceCount,
  }
}

const accounts = reportedCases.flatMap(({ id, accounts: own }) =>
  Object.entries(own).map(([key, { rows }]) => ({ id, key, rows })),
)

describe.each([
  ['a thousand times as large', 'K', '1000'],
  ['in another order of arrival', 'R', '1'],
])('%s', (_, letter, factor) => {
  test.each(accounts)('$id $key', async ({ id, key, rows }) => {
    expect(await figures(`${id} ${letter}`, key, rows, '1')).toEqual(await figures(id, key, rows, factor))
  })
})
