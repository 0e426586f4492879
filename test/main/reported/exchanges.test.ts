import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { PerformanceFigure } from '../../../src/shared/model/ledger/explanation.ts'
import { add, type Decimal } from '../../../src/shared/decimal.ts'
import { plainWording } from '../../../src/shared/text/wording.ts'
import { until } from '../../fakes/until.ts'
import { now } from '../recorded/replayed-profile.ts'
import {
  openReported,
  reportedCases,
  type ReportedAccount,
  type ReportedCase,
  type ReportedProfile,
  type ReportedRow,
} from './reported-accounts.ts'
import { figuresOf } from './reported-figures.ts'

// Exchanges of currency in one row or by neutral transfers, and the flows of an instrument whose pieces become others.

let lastId = 70_000
type Draft = Omit<ReportedRow, 'id'>
type Instruments = ReportedCase['instruments']

/** An account with its rows in this order of time; `ids` gives them in another order. */
function own(
  id: string,
  drafts: readonly Draft[],
  stated: Partial<Pick<ReportedAccount, 'positions' | 'cash'>>,
  instruments: Instruments = {},
): ReportedCase {
  const rows = drafts.map((draft) => ({ id: String(++lastId), ...draft }))
  return {
    ...{ id, what: '', question: '', expect: {}, reason: '', instruments },
    accounts: { a: { rows, positions: {}, cash: {}, ...stated } },
  }
}

const reversedIds = (each: ReportedCase): ReportedCase => {
  const rows = each.accounts['a']?.rows ?? []
  const ids = rows.map(({ id }) => id).toReversed()
  return {
    ...each,
    accounts: {
      a: {
        positions: {},
        cash: {},
        ...each.accounts['a'],
        rows: rows.map((row, i) => ({ ...row, id: ids[i] ?? row.id })),
      },
    },
  }
}

const money = (at: string, category: string, name: string, change: string, currency = 'RUB'): Draft => ({
  ...{ at, category, name, change, currency },
})
const deposit = (change: string): Draft => money('2025-01-10T09:00:00Z', 'DEPOSIT', 'Ввод денежных средств', change)
const trade = (at: string, name: string, symbol: string, size: string, price: string, change: string): Draft => ({
  ...{ at, category: 'OTHERS', name, symbol, size, price, change, currency: 'RUB' },
})
const pieces = (at: string, name: string, symbol: string, change_qty: string): Draft => ({
  ...{ at, category: 'TRANSFER', name, symbol, change_qty },
})

const pair = (letter: string): string => (letter === 'A' ? 'USDRUB_TOM@MISX' : `USDRUB_TOM@MIS${letter}`)
const pairOf = (letter: string): Instruments => ({
  [pair(letter)]: { type: 'CURRENCIES', currency: 'RUB', price: '92', lot: '1000', name: 'USDRUB_TOM' },
})
const bought = (letter: string, name: string, size = '1000', price = '92', change = '-92000'): Draft =>
  trade('2025-01-20T09:00:00Z', name, pair(letter), size, price, change)

const asMoney = { cash: { RUB: '8000', USD: '1000' } }
const asPieces = (letter: string) => ({ cash: { RUB: '8000' }, positions: { [pair(letter)]: '1000' } })

const oneRow: readonly ReportedCase[] = [
  own('one row', [deposit('100000'), bought('A', 'Покупка валюты')], asMoney, pairOf('A')),
  own('one row, in English', [deposit('100000'), bought('B', 'Currency conversion')], asMoney, pairOf('B')),
  reversedIds(own('one row, other ids', [deposit('100000'), bought('C', 'Конвертация валюты')], asMoney, pairOf('C'))),
  own(
    'one row, with a fee in the price',
    [deposit('100000'), bought('D', 'Покупка валюты', '1000', '91', '-92000')],
    asMoney,
    pairOf('D'),
  ),
]
const sold = own(
  'bought and sold',
  [
    deposit('100000'),
    bought('E', 'Покупка валюты'),
    trade('2025-03-20T09:00:00Z', 'Продажа валюты', pair('E'), '400', '95', '38000'),
  ],
  { cash: { RUB: '46000', USD: '600' } },
  pairOf('E'),
)
const unnamed = own('plain name, booked as money', [deposit('100000'), bought('F', 'Покупка')], asMoney, pairOf('F'))
const held = own(
  'plain name, booked as pieces',
  [deposit('100000'), bought('G', 'Покупка')],
  asPieces('G'),
  pairOf('G'),
)
const named = own(
  'exchange booked as pieces',
  [deposit('100000'), bought('H', 'Покупка валюты')],
  asPieces('H'),
  pairOf('H'),
)
const inLots = own(
  'size in lots',
  [deposit('100000'), bought('I', 'Покупка валюты', '1', '92', '-92000')],
  { cash: { RUB: '8000' }, positions: { [pair('I')]: '1' } },
  pairOf('I'),
)

const at = (seconds: number): string =>
  new Date(Date.UTC(2025, 1, 20, 9, 0, seconds)).toISOString().replace('.000Z', 'Z')
const paid = (seconds: number, change: string, currency: string, name = 'Перевод', category = 'TRANSFER'): Draft =>
  money(at(seconds), category, name, change, currency)
const transfers: Readonly<Record<string, { readonly rows: readonly Draft[]; readonly kinds: readonly string[] }>> = {
  'money out of one currency and into another': {
    rows: [paid(0, '-90000', 'RUB'), paid(0, '1000', 'USD')],
    kinds: ['currency-exchange', 'currency-exchange'],
  },
  'half a minute apart, in English': {
    rows: [paid(0, '450', 'EUR', 'Transfer', 'OTHERS'), paid(37, '-500', 'USD', 'Transfer', 'OTHERS')],
    kinds: ['currency-exchange', 'currency-exchange'],
  },
  'beside a fee': {
    rows: [paid(0, '-90000', 'RUB'), paid(1, '-45', 'RUB', 'Комиссия', 'COMMISSION'), paid(1, '1000', 'USD')],
    kinds: ['currency-exchange', 'commission', 'currency-exchange'],
  },
  'beside a row of no known kind': {
    rows: [paid(0, '-90000', 'RUB'), paid(0, '1000', 'USD', 'Нечто', 'OTHERS')],
    kinds: ['currency-exchange', 'currency-exchange'],
  },
  'equal amounts of one currency': {
    rows: [paid(0, '5000', 'RUB'), paid(20, '-5000', 'RUB')],
    kinds: ['cash-transfer-in', 'cash-transfer-out'],
  },
  'equal amounts of one currency, and money of another': {
    rows: [paid(0, '5000', 'RUB'), paid(20, '-5000', 'RUB'), paid(20, '60', 'USD')],
    kinds: ['cash-transfer-in', 'cash-transfer-out', 'cash-transfer-in'],
  },
  'two pairs at once': {
    rows: [paid(0, '-90000', 'RUB'), paid(0, '1000', 'USD'), paid(0, '-45000', 'RUB'), paid(0, '500', 'USD')],
    kinds: ['cash-transfer-out', 'cash-transfer-in', 'cash-transfer-out', 'cash-transfer-in'],
  },
  'two minutes apart': {
    rows: [paid(0, '-90000', 'RUB'), paid(120, '1000', 'USD')],
    kinds: ['cash-transfer-out', 'cash-transfer-in'],
  },
  'between accounts': {
    rows: [paid(0, '-90000', 'RUB', 'Перевод между счетами'), paid(0, '1000', 'USD', 'Перевод между счетами')],
    kinds: ['cash-transfer-out', 'cash-transfer-in'],
  },
}
const transferCases = Object.entries(transfers).flatMap(([name, { rows }]) => {
  const cash = Object.fromEntries(
    [...Map.groupBy(rows, ({ currency = '' }) => currency)].map(([currency, same]) => [
      currency,
      String(same.reduce((sum, { change }) => sum + Number(change), 0)),
    ]),
  )
  return [own(name, rows, { cash }), reversedIds(own(`${name}, other ids`, rows, { cash }))]
})

const share = { type: 'EQUITIES', currency: 'RUB' }
const converted = own(
  'symbol change',
  [
    deposit('20000'),
    trade('2025-02-03T09:00:00Z', 'Покупка', 'OLDX@MISX', '100', '80', '-8000'),
    trade('2025-05-02T09:00:00Z', 'Покупка', 'OLDX@MISX', '100', '90', '-9000'),
    pieces('2025-05-05T09:00:00Z', 'Смена тикера', 'OLDX@MISX', '-200'),
    pieces('2025-05-05T09:00:20Z', 'Смена тикера', 'NEWX@MISX', '400'),
    trade('2025-05-06T09:00:00Z', 'Продажа', 'NEWX@MISX', '400', '50', '20000'),
  ],
  { cash: { RUB: '23000' } },
  { 'OLDX@MISX': share, 'NEWX@MISX': share },
)

const repo = reportedCases.find(({ id }) => id === 'repo-overnight')
if (repo === undefined) throw new Error('There is no case repo-overnight.')
const incomes = own(
  'incomes of all kinds',
  [
    deposit('100000'),
    { ...trade('2025-02-03T09:00:00Z', 'Покупка', 'INCB@MISX', '10', '98', '-9912.34'), accrued: '112.34' },
    trade('2025-02-03T10:00:00Z', 'Покупка', 'INCS@MISX', '100', '80', '-8000'),
    { ...money('2025-03-03T09:00:00Z', 'INCOME', 'Выплата купона', '350.5'), symbol: 'INCB@MISX' },
    trade('2025-04-02T18:00:00Z', 'РЕПО: продажа ЦБ (1 часть)', 'INCS@MISX', '60', '95', '5700'),
    trade('2025-04-03T08:00:00Z', 'РЕПО: покупка ЦБ (2 часть)', 'INCS@MISX', '60', '95.02', '-5701.27'),
    trade('2025-04-03T18:00:00Z', 'РЕПО: продажа ЦБ (1 часть)', 'INCS@MISX', '60', '95', '5700'),
    trade('2025-04-04T08:00:00Z', 'РЕПО: покупка ЦБ (2 часть)', 'INCS@MISX', '60', '95.02', '-5701.31'),
    { ...trade('2025-05-03T09:00:00Z', 'Продажа', 'INCB@MISX', '4', '99', '3981.07'), accrued: '21.07' },
    money('2025-05-04T09:00:00Z', 'INCOME', 'Проценты на остаток', '3.21'),
    money('2025-05-05T09:00:00Z', 'OTHERS', 'Блокировка денежных средств', '-600'),
    money('2025-05-06T09:00:00Z', 'OTHERS', 'Снятие блокировки средств', '600'),
  ],
  { cash: { RUB: '86419.86' }, positions: { 'INCB@MISX': '6', 'INCS@MISX': '100' } },
  {
    'INCB@MISX': { type: 'BONDS', currency: 'RUB', price: '99', face: '1000' },
    'INCS@MISX': { ...share, price: '95' },
  },
)

const signs = own(
  'signs of several currencies',
  [
    deposit('100000'),
    { ...money('2025-03-03T09:00:00Z', 'INCOME', 'Дивиденды', '12', '$'), symbol: 'SGNA@XNYS' },
    { ...money('2025-03-04T09:00:00Z', 'INCOME', 'Дивиденды', '70', '¥'), symbol: 'SGNB@XHKG' },
    { ...money('2025-03-05T09:00:00Z', 'INCOME', 'Дивиденды', '7', '$'), symbol: 'SGNC@MISX' },
    money('2025-03-06T09:00:00Z', 'INCOME', 'Дивиденды', '3', '$'),
  ],
  { cash: { RUB: '100000', USD: '12', CNY: '70' } },
  {
    'SGNA@XNYS': { type: 'EQUITIES', currency: 'USD' },
    'SGNB@XHKG': { type: 'EQUITIES', currency: 'CNY' },
    'SGNC@MISX': share,
  },
)

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
  expect(new Set(causes.map(({ causes: [first] }) => plainWording(first?.words ?? []))).size).toBe(1)
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
