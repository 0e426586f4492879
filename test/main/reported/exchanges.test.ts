import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { add, type Decimal } from '#shared/decimal.ts'
import type { PerformanceFigure } from '#shared/model/ledger/explanation.ts'
import { plainCauseText } from '#shared/text/figures/cause-text.ts'
import { until } from '../../fakes/until.ts'
import { now } from '../recorded/replayed-profile.ts'
import {
  oneRow,
  sold,
  unnamed,
  held,
  named,
  inLots,
  transfers,
  transferCases,
  converted,
  incomes,
  signs,
} from './exchange-cases.ts'
import { openReported, reportedCases, type ReportedProfile, type ReportedRow } from './reported-accounts.ts'
import { figuresOf } from './reported-figures.ts'

// Exchanges of currency in one row or by neutral transfers, and the flows of an instrument whose pieces become others.

const repo = reportedCases.find(({ id }) => id === 'repo-overnight')
if (repo === undefined) throw new Error('There is no case repo-overnight.')
const cases = [signs, ...oneRow, sold, unnamed, held, named, inLots, ...transferCases, converted, repo, incomes]
let opened: ReportedProfile

beforeAll(async () => {
  opened = await openReported(cases)
  await opened.settle()
}, 120_000)
afterAll(async () => opened.close())

const figures = (id: string) => figuresOf(opened, opened.accountOf(id))
const rowsOf = (id: string): readonly ReportedRow[] => cases.find((each) => each.id === id)?.accounts['a']?.rows ?? []
const kindsOf = (id: string, from = 0): Promise<string[]> =>
  Promise.all(
    rowsOf(id)
      .slice(from)
      .map((row) => figures(id).kindOf(row.id)),
  )
/** The clock runs on, and nothing is compared while its last seconds are being loaded. */
const reconciled = (id: string) => until(figures(id).reconciliation, (each) => each?.coverage === 'whole', 20_000)
const explained = (id: string, figure: PerformanceFigure, currency: string | null = null) =>
  opened.client.call('performance.explain', {
    ...{ accountId: opened.accountOf(id), symbol: null, type: null, currency: null },
    ...{ from: Date.UTC(2025, 0, 1), to: now, figure, figureCurrency: currency },
  })
const day = (date: string): number => Date.parse(`${date}T00:00:00Z`)

describe.each(oneRow)('$id', ({ id }) => {
  test('an exchange in one row brings money of the other currency and no pieces', async () => {
    expect(await kindsOf(id, 1)).toEqual(['currency-exchange'])
    expect((await reconciled(id))?.differenceCount).toBe(0)
    expect(await figures(id).lots()).toEqual([])
    for (const date of ['2025-01-20', '2025-02-01']) {
      const [account] = (await figures(id).day(date)).accounts
      expect(account?.positions).toEqual([])
      expect(account?.cash).toEqual([
        { currency: 'RUB', amount: '8000' },
        { currency: 'USD', amount: '1000' },
      ])
    }
  })

  test('both currencies have the money in their figures, and no return across the exchange', async () => {
    const { byCurrency } = await figures(id).performance()
    expect(
      byCurrency.map(({ currency, end, netDeposits, remainder }) => [currency, end, netDeposits, remainder]),
    ).toEqual([
      ['RUB', '8000', '100000', '-92000'],
      ['USD', '1000', '0', '1000'],
    ])
    const [row] = rowsOf(id).slice(1)
    for (const [currency, amount] of [
      ['RUB', '-92000'],
      ['USD', '1000'],
    ] as const) {
      const { rows } = await explained(id, 'remainder', currency)
      expect(rows.map((each) => [each.transactionId, each.amount, each.currency])).toEqual([
        [row?.id, amount, currency],
      ])
    }
  })
})

test('a sale of currency takes its money', async () => {
  expect(await kindsOf(sold.id, 1)).toEqual(['currency-exchange', 'currency-exchange'])
  expect((await reconciled(sold.id))?.differenceCount).toBe(0)
})

test('a trade that does not say so holds pieces of the pair where the service holds them', async () => {
  expect(await kindsOf(held.id, 1)).toEqual(['buy'])
  expect((await reconciled(held.id))?.differenceCount).toBe(0)
})

test('a size that counts lots is no amount of money', async () => {
  expect(await kindsOf(inLots.id, 1)).toEqual(['buy'])
  expect((await reconciled(inLots.id))?.differenceCount).toBe(0)
})

test('where the service books it as money, both differences have one cause, and the kind that it names ends them', async () => {
  const id = unnamed.id
  const row = rowsOf(id)[1]?.id ?? ''
  const found = await reconciled(id)
  expect(found?.positions.map(({ difference }) => difference)).toEqual(['-1000'])
  const causes = [...(found?.positions ?? []), ...(found?.cash.filter(({ difference }) => difference !== '0') ?? [])]
  expect(causes.map(({ causes: [first] }) => [first?.kind, first?.transactionIds])).toEqual([
    ['exchange-booking', [row]],
    ['exchange-booking', [row]],
  ])
  expect(new Set(causes.map(({ causes: [first] }) => plainCauseText(first?.reasons ?? []))).size).toBe(1)
  await opened.client.call('transactions.setKind', {
    accountId: opened.accountOf(id),
    id: row,
    kind: 'currency-exchange',
  })
  await vi.waitFor(async () => expect((await reconciled(id))?.differenceCount).toBe(0), 20_000)
})

test('where it is read as money and the service holds pieces, both differences have one cause too', async () => {
  const found = await reconciled(named.id)
  const all = [...(found?.positions ?? []), ...(found?.cash ?? [])].filter(({ difference }) => difference !== '0')
  expect(all.map(({ difference, causes: [first] }) => [difference, first?.kind])).toEqual([
    ['1000', 'exchange-booking'],
    ['-1000', 'exchange-booking'],
  ])
})

describe.each(Object.entries(transfers))('neutral transfers: %s', (name, { kinds }) => {
  test.each([name, `${name}, other ids`])('%s', async (id) => {
    expect(await kindsOf(id)).toEqual(kinds)
    const isExchange = kinds.includes('currency-exchange')
    const { byCurrency } = await figures(id).performance()
    const deposits = byCurrency.map(({ netDeposits }) => netDeposits)
    if (isExchange) expect(new Set(deposits)).toEqual(new Set(['0']))
  })
})

test('pieces that become those of another symbol leave the old one and come into the new one at their value', async () => {
  const { performance } = figures(converted.id)
  const [old, next] = [await performance('OLDX@MISX'), await performance('NEWX@MISX')]
  expect(old).toMatchObject({ netDeposits: '-1000', realized: '0', unrealized: '1000', end: '0', unpriced: [] })
  expect(old.twr?.total).toBeCloseTo(0.125, 9)
  expect(old.xirr.periodReturn).toBeGreaterThan(0)
  expect(next).toMatchObject({ netDeposits: '-2000', realized: '3000', unrealized: '-1000', end: '0' })
  expect(next.twr?.total).toBeCloseTo(2_000 / 18_000, 9)
  expect(next.xirr.periodReturn).toBeCloseTo(2_000 / 18_000, 9)
  const both = await opened.client.call('performance.read', {
    ...{ accountId: opened.accountOf(converted.id), symbol: null, type: 'EQUITIES', currency: null },
    ...{ from: day('2025-01-01'), to: now },
  })
  expect(both).toMatchObject({ netDeposits: '-3000', realized: '3000', unrealized: '0' })
  expect(await performance()).toMatchObject({ netDeposits: '20000', realized: '3000', remainder: '0', end: '23000' })
})

test('a sign of several currencies is that of the instrument, or not known', async () => {
  const accountId = opened.accountOf(signs.id)
  const changes = await Promise.all(
    rowsOf(signs.id)
      .slice(1)
      .map(async ({ id }) => (await opened.client.call('transactions.detail', { accountId, id })).transaction.change),
  )
  expect(changes.map((change) => `${change?.amount} ${change?.currency}`)).toEqual(['12 USD', '70 CNY', '7 ', '3 '])
  const { cash } = (await reconciled(signs.id)) ?? { cash: [] }
  const differing = cash.filter(({ difference }) => difference !== '0').map(({ currency }) => currency)
  expect(differing).toEqual([''])
})

describe('the rows behind a figure', () => {
  const sumOf = (rows: readonly { readonly amount: Decimal | null }[]): Decimal =>
    rows.reduce<Decimal>((sum, { amount }) => add(sum, amount ?? ('0' as Decimal)), '0' as Decimal)

  test.each([repo.id, incomes.id])(
    'of income add up to it, with accrued interest and what repos cost: %s',
    async (id) => {
      const { income } = await figures(id).performance()
      const { rows, rowCount } = await explained(id, 'income')
      expect([sumOf(rows), rowCount]).toEqual([income, rows.length])
      if (id === repo.id) expect(income).toBe('-3')
      else expect(income).toBe('259.86')
    },
  )

  test('of realized profit are neither repos nor blocked money', async () => {
    const { rows } = await explained(incomes.id, 'realized')
    expect(rows.map(({ name }) => name)).toEqual(['Продажа', 'Покупка', 'Покупка'])
  })
})
