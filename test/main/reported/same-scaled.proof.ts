import { afterAll, beforeAll, expect, test } from 'vitest'
import { multiply, toPlaces, type Decimal } from '#shared/decimal.ts'
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

// The accounts of all reports again, a thousand times as large and with their rows in the opposite order of arrival.

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

const scaled = ({ rows, positions, cash }: ReportedAccount): ReportedAccount => ({
  ...{ rows: rows.map(scaledRow).toReversed(), positions: scaledValues(positions), cash: scaledValues(cash) },
})

/** A case with symbols of its own, whose rows are as many times as large and arrive in the opposite order. */
function large(base: ReportedCase): ReportedCase {
  const renamed = JSON.parse(JSON.stringify(base).replace(/"([A-Z\d_]+)@/g, '"$1K@')) as ReportedCase
  const accounts = Object.entries(renamed.accounts).map(([key, account]) => [key, scaled(account)])
  return { ...renamed, id: `${base.id} K`, accounts: Object.fromEntries(accounts) as ReportedCase['accounts'] }
}

let opened: ReportedProfile
beforeAll(async () => {
  opened = await openReported([...reportedCases, ...reportedCases.map(large)])
  await opened.settle()
}, 600_000)
afterAll(() => opened.close())

/** The figures of an account; amounts and pieces are multiplied. */
async function figures(id: string, key: string, rows: readonly ReportedRow[], factor: string) {
  const of = figuresOf(opened, opened.accountOf(id, key))
  const amount = (value: Decimal | null): Decimal | null =>
    // A part of the cost of a lot is rounded at the last of 18 places.
    value === null ? null : dec(toPlaces(multiply(value, factor as Decimal), 9))
  const found = await of.performance()
  const rounded = (value: number | null | undefined): string => (value == null ? '—' : value.toFixed(9))
  return {
    kinds: await Promise.all(rows.map((row) => of.kindOf(row.id))),
    sums: [
      ...[found.begin, found.end, found.netDeposits, found.realized, found.unrealized, found.income, found.fees],
      ...[found.taxes, found.remainder],
    ].map(amount),
    returns: [
      // Days without any value before the first row, if the history begins earlier, make a return without windows of no return.
      ...[found.reason, found.twr?.reason ?? 'no-value', rounded(found.twr?.total)],
      rounded(found.twr?.coveredShare ?? 0),
      ...[
        rounded(found.drawdown?.share),
        rounded(found.volatility),
        rounded(found.xirr.periodReturn),
        found.xirr.reason,
      ],
      ...found.xirr.roots.map(rounded),
    ],
    lots: (await of.lots()).map(({ quantity, cost, openedAt }) => [amount(quantity), amount(cost), openedAt]),
    realized: (await of.realized()).lots.map(({ pieces, profit, closedAt }) => [
      amount(pieces),
      amount(profit),
      closedAt,
    ]),
    income: (await of.income()).map(({ date, kind, state, gross, tax, currency }) => [
      ...[date, kind, state, amount(gross), amount(tax), currency],
    ]),
    differences: (await of.reconciliation())?.differenceCount,
  }
}

const accounts = reportedCases.flatMap(({ id, accounts: own }) =>
  Object.entries(own).map(([key, { rows }]) => ({ id, key, rows })),
)

test.each(accounts)('$id $key: the scale and the order of arrival do not matter', async ({ id, key, rows }) => {
  expect(await figures(`${id} K`, key, rows, '1')).toEqual(await figures(id, key, rows, '1000'))
})
