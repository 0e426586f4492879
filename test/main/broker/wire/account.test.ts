import { expect, test } from 'vitest'
import { table } from '#main/broker/endpoints.ts'
import { observe, type Observed } from '#main/broker/wire/observed.ts'
import { decodeTransactions } from '#main/broker/wire/transaction.ts'
import { unpack } from '#main/threads/packed-rows.ts'
import { unreadableCurrency } from '#shared/currency-code.ts'
import { decodeExample } from '../decode-response.ts'

test('an account is decoded exactly, and missing figures are null', () => {
  expect(decodeExample('account.with_dates.json')).toEqual({
    id: '1899011',
    type: 'UNION',
    status: 'ACCOUNT_ACTIVE',
    equity: '989.38',
    unrealizedProfit: '0.4',
    positions: [
      {
        symbol: 'AFLT@MISX',
        quantity: '10',
        averagePrice: '62.72',
        currentPrice: '62.76',
        maintenanceMargin: null,
        dailyPnl: '0.4',
        unrealizedPnl: '0.4',
      },
    ],
    cash: [{ currency: 'RUB', amount: '361.0078' }],
    portfolio: { kind: 'mc', availableCash: '361.78', initialMargin: '627.6', maintenanceMargin: '313.8' },
    openedAt: Date.UTC(2025, 0, 29, 14, 20, 44),
    firstTradeAt: Date.UTC(2025, 0, 29, 14, 20, 44),
    firstNonTradeAt: Date.UTC(2025, 0, 29, 14, 20, 44),
  })
  expect(decodeExample('account.colon_id.json')).toMatchObject({ id: 'TRQD05:989213', openedAt: null })
})

const bareAccount = { account_id: 'A', positions: [], cash: [] }
const decodeAccount = (json: unknown) => table.getAccount.decode(json, { accountId: 'A' })

test.each([
  [{ portfolio_mct: {} }, { kind: 'mct' }],
  [{ portfolio_mct: '' }, { kind: 'mct' }],
  [{ portfolio_mct: 'x' }, { kind: 'mct' }],
  [{ portfolio_forts: {} }, { kind: 'forts', availableCash: null, moneyReserved: null }],
  [
    { portfolio_forts: { money_reserved: { value: '5' } }, portfolio_mct: '' },
    { kind: 'forts', availableCash: null, moneyReserved: '5' },
  ],
  [{ portfolio_mc: null }, null],
  [{}, null],
])('%j is decoded as the portfolio %j', (fields, portfolio) => {
  expect(decodeAccount({ ...bareAccount, ...fields }).portfolio).toEqual(portfolio)
})

test.each([
  [{ cash: [{ currency_code: 'RUB' }] }, 'cash[0]'],
  [{ cash: undefined }, 'cash'],
  [{ positions: undefined }, 'positions'],
  [{ positions: [{ symbol: '' }] }, 'positions[0].symbol'],
  [{ positions: [{ symbol: 5 }] }, 'positions[0].symbol'],
  [{ account_id: 'B' }, 'account_id'],
])('an account with %j is rejected, and the error names the path %s', (fields, path) => {
  const decode = () => decodeAccount({ ...bareAccount, ...fields })
  expect(decode).toThrow(expect.objectContaining({ code: 'protocol', message: expect.stringContaining(`${path}: `) }))
})

test.each([
  [{ positions: [{ symbol: 'X@Y', quantity: { value: 'many' } }] }, 'positions[*].quantity.value'],
  [{ equity: { value: 12.5 } }, 'equity.value'],
  [{ equity: '12.5' }, 'equity'],
  [{ open_account_date: 'someday' }, 'open_account_date'],
])('an account with %j is known without the field %s, which is noted', (fields, path) => {
  let noted: Observed | null = null
  const decode = () => decodeAccount({ ...bareAccount, unrealized_profit: { value: '7' }, ...fields })
  const account = observe(decode, (observed) => (noted = observed))
  expect(account).toMatchObject({ unrealizedProfit: '7', equity: null, openedAt: null })
  expect(account.positions.map(({ quantity }) => quantity)).toEqual('positions' in fields ? [null] : [])
  expect(noted).toMatchObject({ unreadable: [path] })
})

test('a transaction keeps its time as text, its exact amount, and the newer of its two categories', () => {
  expect(decodeExample('transactions.json')).toEqual({
    received: 2,
    malformed: [],
    isFine: false,
    lost: [],
    rows: [
      { id: '2556733362', at: Date.UTC(2025, 6, 25, 20, 59, 59) },
      { id: '2259286250', at: Date.UTC(2025, 1, 28, 11, 9, 8) },
    ],
    // Sorted by time.
    content: [
      expect.objectContaining({ id: '2259286250', change: { currency: 'RUB', amount: '999' } }),
      {
        id: '2556733362',
        at: Date.UTC(2025, 6, 25, 20, 59, 59),
        atText: '2025-07-25T20:59:59Z',
        category: 'COMMISSION',
        name: 'Брокерская комиссия',
        symbol: '',
        change: { currency: 'RUB', amount: '-1.0064' },
        changeQuantity: null,
        trade: null,
      },
    ],
  })
})

test('money of 0 without a currency is no money, and other money without a currency keeps its amount', () => {
  const row = { id: '1', timestamp: '2025-01-20T10:00:00Z', symbol: 'F@R' }
  const changeOf = (change: object) =>
    [...unpack(decodeTransactions({ transactions: [{ ...row, change }] }).content)][0]?.change
  expect(changeOf({ currency_code: '', units: '0', nanos: 0 })).toBeNull()
  expect(changeOf({ units: '0' })).toBeNull()
  expect(changeOf({ currency_code: 'RUB', units: '0' })).toEqual({ currency: 'RUB', amount: '0' })
  expect(changeOf({ currency_code: '', units: '-5', nanos: 0 })).toEqual({ currency: '', amount: '-5' })
  expect(changeOf({ currency_code: '$$', units: '5' })).toEqual({ currency: unreadableCurrency, amount: '5' })
  expect(changeOf({ currency_code: ' $ ', units: '5' })).toEqual({ currency: '$', amount: '5' })
  const cash = [{ currency_code: '', units: '0', nanos: 0 }, { currency_code: 'RUB', units: '0' }, { units: '7' }]
  expect(decodeAccount({ ...bareAccount, cash }).cash).toEqual([
    { currency: 'RUB', amount: '0' },
    { currency: '', amount: '7' },
  ])
})

test('an order keeps ids beyond 2^53 and unknown names', () => {
  const sent = {
    order_id: '1984994379300000001',
    status: 'ORDER_STATUS_MOONWALK',
    order: { symbol: '', legs: [{}], new_field: 1 },
  }
  const { rows } = table.listOrders.decode({ orders: [sent] }, { accountId: 'A' })
  expect(rows[0]).toMatchObject({
    id: '1984994379300000001',
    accountId: 'A',
    status: 'ORDER_STATUS_MOONWALK',
    body: { symbol: '', legs: [{ symbol: '', quantity: null, side: '' }], limitPrice: null },
    stopLossTakeProfit: null,
    transactAt: null,
    remainingQuantity: null,
  })
})
