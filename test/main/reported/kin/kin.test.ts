import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReported, type ReportedProfile } from '../reported-accounts.ts'
import { figuresOf } from '../reported-figures.ts'
import type { Expected, Kin } from './drafts.ts'
import { incomeCases } from './income-cases.ts'
import { kindCases } from './kind-cases.ts'
import { lendingCases } from './lending-cases.ts'
import { lotCases } from './lot-cases.ts'
import { moreCases } from './more-cases.ts'
import { moreEvents } from './more-events.ts'
import { returnCases } from './return-cases.ts'

// Accounts of the kinds that the reports are about, with other amounts, order, days, names and splits of rows.

const cases: readonly Kin[] = [
  ...kindCases,
  ...lendingCases,
  ...moreCases,
  ...moreEvents,
  ...lotCases,
  ...incomeCases,
  ...returnCases,
]

let opened: ReportedProfile
beforeAll(async () => {
  opened = await openReported(cases.map(({ shown }) => shown))
  await opened.settle()
}, 900_000)
afterAll(() => opened.close())

const rounded = (value: number | null | undefined): number | null =>
  value == null ? null : Number(value.toFixed(9)) + 0

/** The figures of an account that are compared. */
async function figures({ shown: { id, accounts }, expected }: Kin): Promise<Expected> {
  const own = figuresOf(opened, opened.accountOf(id))
  const lotsIn = async (account: string) =>
    (await figuresOf(opened, opened.accountOf(id, account)).lots())
      .map(({ symbol, quantity, cost }) => [symbol.split('@')[0], quantity, cost].join(' '))
      .sort()
  const performance = await own.performance()
  const { realized, netDeposits, income, fees, taxes, remainderParts, xirr, drawdown } = performance
  const twrOf = async ([symbol]: [string, unknown]) =>
    [symbol, rounded((symbol === '' ? performance : await own.performance(symbol)).twr?.total)] as const
  const all: Record<keyof Expected, () => unknown> = {
    kinds: () => Promise.all((accounts['a']?.rows ?? []).slice(1).map((row) => own.kindOf(row.id))),
    lots: () => lotsIn('a'),
    lotsOfB: () => lotsIn('b'),
    unknown: async () => (await own.realized()).lots.filter(({ profit }) => profit === null).length,
    ...{ realized: () => realized, netDeposits: () => netDeposits, income: () => income },
    ...{ fees: () => fees, taxes: () => taxes },
    remainder: () => remainderParts.map(({ reason, amount }) => `${reason} ${amount}`),
    payments: async () =>
      (await own.income())
        .filter(({ date }) => date < '2026-12')
        .map(({ state, currency, gross, tax, net }) => `${state} ${currency} ${gross} ${tax} ${net}`)
        .sort(),
    twr: async () => Object.fromEntries(await Promise.all(Object.entries(expected.twr ?? {}).map(twrOf))),
    xirr: () => rounded(xirr.roots[0]) ?? xirr.reason,
    drawdown: () => rounded(drawdown?.share),
    differences: async () => (await own.reconciliation())?.differenceCount,
    values: async () =>
      Object.fromEntries(
        await Promise.all(
          Object.keys(expected.values ?? {}).map(async (date) => [date, (await own.day(date)).total?.replayed]),
        ),
      ),
  }
  const entries = Object.keys(expected).map(async (key) => [key, await all[key as keyof Expected]()] as const)
  return Object.fromEntries(await Promise.all(entries)) as Expected
}

test.each(cases.map((each) => [each.shown.id, each] as const))('%s', async (_, each) => {
  expect(await figures(each)).toEqual(each.expected)
})
