import { expect, test } from 'vitest'
import { faceOn } from '#main/demo/catalog/bonds.ts'
import { dayAt } from '#main/demo/values/day.ts'
import { add, type Decimal, divide, multiply, parseDecimal, subtract, sum, toPlaces, zero } from '#shared/decimal.ts'
import { hourMs } from '#shared/durations.ts'
import { startDemo, type DemoClient } from '../demo-client.ts'
import { account as accountSchema } from '../wire-schemas.ts'

const exact = (wire: { value: string } | undefined): Decimal => parseDecimal(wire!.value)!
const money = (wire: { units: string; nanos: number }): Decimal =>
  add(parseDecimal(wire.units)!, divide(parseDecimal(String(wire.nanos))!, parseDecimal('1000000000')!, 9)!)

/** The value of one piece at a price of 1: for a bond a hundredth of its remaining face value. */
const factorOf = ({ demo, clock }: DemoClient, symbol: string): Decimal => {
  const { bond } = demo.market.catalog.get(symbol)
  return parseDecimal(bond ? String(faceOn(bond, dayAt(clock.now())) / 100) : '1')!
}
const readAccount = async ({ get }: DemoClient, id: string) => accountSchema.parse(await get(`/v1/accounts/${id}`))
const currencyOf = ({ demo }: DemoClient, symbol: string) => demo.market.catalog.get(symbol).currency

test('every figure of a margin account follows from its positions, its cash and the market', async () => {
  const client = await startDemo({ size: 'typical', requestsPerMinute: 1000 })
  const account = await readAccount(client, '1900001')
  const rate = (currency: string) => client.demo.market.roubleRate(currency)
  let equity = sum(account.cash.map((cash) => multiply(money(cash), rate(cash.currency_code))))
  for (const position of account.positions) {
    const { quote } = await client.get(`/v1/instruments/${position.symbol}/quotes/latest`)
    expect(position.current_price).toEqual(quote.last)
    const pieces = multiply(exact(position.quantity), factorOf(client, position.symbol))
    const gain = multiply(subtract(exact(position.current_price), exact(position.average_price)), pieces)
    expect(toPlaces(exact(position.unrealized_pnl), 2)).toBe(toPlaces(gain, 2))
    expect(toPlaces(exact(position.daily_pnl), 2)).toBe(toPlaces(multiply(exact(quote.change), pieces), 2))
    equity = add(equity, multiply(multiply(exact(quote.last), pieces), rate(currencyOf(client, position.symbol))))
  }
  expect(toPlaces(exact(account.equity), 2)).toBe(toPlaces(equity, 2))
  const maintenance = sum(account.positions.map((position) => exact(position.maintenance_margin)))
  expect(exact(account.portfolio_mc?.maintenance_margin)).toBe(maintenance)
})

test('the margin account has shares, bonds, funds, foreign shares and cash, shorts, and a position of zero', async () => {
  const client = await startDemo()
  const account = await readAccount(client, '1900001')
  const types = new Set(account.positions.map(({ symbol }) => client.demo.market.catalog.get(symbol).type))
  expect([...types].sort()).toEqual(['BONDS', 'EQUITIES', 'FUNDS'])
  const quantities = new Map<string, string>(
    account.positions.map((position) => [position.symbol, position.quantity.value]),
  )
  expect(quantities.get('UGAZ@MISX')).toBe('-300.0')
  expect(quantities.get('PORT@MISX')).toBe('0.0')
  expect(quantities.get('AAPL@XNGS')).toBe('22.0')
  expect(account.cash.map((cash) => cash.currency_code).sort()).toEqual(['CNY', 'RUB', 'USD'])
})

test('a futures account has futures and options without average price and daily profit, and states its reserved money', async () => {
  const client = await startDemo({ size: 'typical' })
  const account = await readAccount(client, 'TRQD05:989213')
  const types = new Set(account.positions.map(({ symbol }) => client.demo.market.catalog.get(symbol).type))
  expect([...types].sort()).toEqual(['FUTURES', 'OPTIONS'])
  for (const position of account.positions) {
    expect(Object.keys(position)).toEqual([
      'symbol',
      'quantity',
      'current_price',
      'maintenance_margin',
      'unrealized_pnl',
    ])
  }
  const { available_cash: available, money_reserved: reserved } = account.portfolio_forts!
  expect(add(exact(available), exact(reserved))).toBe(money(account.cash[0]!))
})

test('a cash account has an empty portfolio_mct', async () => {
  const { get } = await startDemo({ size: 'typical' })
  expect((await get('/v1/accounts/1900002')).portfolio_mct).toEqual({})
})

test.each(['TRQD05:989213', '1900002'])('the transactions of %s replay into its pieces and its cash', async (id) => {
  // In the middle of a day, while the market is still open.
  const client = await startDemo({ size: 'typical', transactionCap: 1e6, at: Date.UTC(2026, 2, 3, 10) })
  const { transactions } = await client.get(`/v1/accounts/${encodeURIComponent(id)}/transactions`)
  const pieces = new Map<string, Decimal>()
  const cash = new Map<string, Decimal>()
  for (const row of transactions) {
    const { currency_code: currency } = row.change
    cash.set(currency, add(cash.get(currency) ?? zero, money(row.change)))
    if (row.change_qty) pieces.set(row.symbol, add(pieces.get(row.symbol) ?? zero, exact(row.change_qty)))
  }
  const account = await readAccount(client, id)
  const held = (entries: Iterable<readonly [string, Decimal]>) =>
    Object.fromEntries([...entries].filter(([, amount]) => amount !== '0').sort())
  expect(held(pieces)).toEqual(
    held(account.positions.map((position) => [position.symbol, exact(position.quantity)] as const)),
  )
  expect(held(cash)).toEqual(held(account.cash.map((cash) => [cash.currency_code, money(cash)] as const)))
})

test('figures of an account follow the market and the prices set by a test', async () => {
  const client = await startDemo()
  const before = await readAccount(client, '1900001')
  await client.clock.advance(hourMs)
  expect((await readAccount(client, '1900001')).equity).not.toEqual(before.equity)
  client.demo.accounts.setPosition('1900001', 'SBER@MISX', '7', '100')
  client.demo.accounts.setCash('1900001', 'EUR', '-12.5')
  client.demo.market.setPrice('SBER@MISX', '110.5')
  const after = await readAccount(client, '1900001')
  const position = after.positions.find(({ symbol }) => symbol === 'SBER@MISX')
  expect(position).toMatchObject({
    quantity: { value: '7.0' },
    average_price: { value: '100.0' },
    unrealized_pnl: { value: '73.5' },
  })
  expect(after.cash).toContainEqual({ currency_code: 'EUR', units: '-12', nanos: -500_000_000 })
})

test('cash stays positive in all currencies', async () => {
  for (const size of ['small', 'typical', 'whale'] as const) {
    const { demo, get } = await startDemo({ size })
    for (const id of demo.accounts.ids) {
      for (const cash of (await get(`/v1/accounts/${id}`)).cash) expect(Number(cash.units)).toBeGreaterThan(0)
    }
  }
})
