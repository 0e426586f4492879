import type { ReportedAccount, ReportedCase, ReportedRow } from './reported-accounts.ts'

// Accounts with exchanges of currency in one row or by neutral transfers, and with pieces that become others.

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

export const oneRow: readonly ReportedCase[] = [
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
export const sold = own(
  'bought and sold',
  [
    deposit('100000'),
    bought('E', 'Покупка валюты'),
    trade('2025-03-20T09:00:00Z', 'Продажа валюты', pair('E'), '400', '95', '38000'),
  ],
  { cash: { RUB: '46000', USD: '600' } },
  pairOf('E'),
)
export const unnamed = own(
  'plain name, booked as money',
  [deposit('100000'), bought('F', 'Покупка')],
  asMoney,
  pairOf('F'),
)
export const held = own(
  'plain name, booked as pieces',
  [deposit('100000'), bought('G', 'Покупка')],
  asPieces('G'),
  pairOf('G'),
)
export const named = own(
  'exchange booked as pieces',
  [deposit('100000'), bought('H', 'Покупка валюты')],
  asPieces('H'),
  pairOf('H'),
)
export const inLots = own(
  'size in lots',
  [deposit('100000'), bought('I', 'Покупка валюты', '1', '92', '-92000')],
  { cash: { RUB: '8000' }, positions: { [pair('I')]: '1' } },
  pairOf('I'),
)

const at = (seconds: number): string =>
  new Date(Date.UTC(2025, 1, 20, 9, 0, seconds)).toISOString().replace('.000Z', 'Z')
const paid = (seconds: number, change: string, currency: string, name = 'Перевод', category = 'TRANSFER'): Draft =>
  money(at(seconds), category, name, change, currency)
export const transfers: Readonly<
  Record<string, { readonly rows: readonly Draft[]; readonly kinds: readonly string[] }>
> = {
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
export const transferCases = Object.entries(transfers).flatMap(([name, { rows }]) => {
  const cash = Object.fromEntries(
    [...Map.groupBy(rows, ({ currency = '' }) => currency)].map(([currency, same]) => [
      currency,
      String(same.reduce((sum, { change }) => sum + Number(change), 0)),
    ]),
  )
  return [own(name, rows, { cash }), reversedIds(own(`${name}, other ids`, rows, { cash }))]
})

const share = { type: 'EQUITIES', currency: 'RUB' }
export const converted = own(
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

export const incomes = own(
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

export const signs = own(
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
