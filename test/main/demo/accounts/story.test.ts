import { expect, test } from 'vitest'
import { z } from 'zod'
import { add, divide, parseDecimal, subtract, zero, type Decimal } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import { startDemo, type DemoClient } from '../demo-client.ts'
import { account as accountSchema, transaction } from '../wire-schemas.ts'

const dec = (text: string): Decimal => parseDecimal(text)!
const money = (wire: { units: string; nanos: number }): Decimal =>
  add(dec(wire.units), divide(dec(String(wire.nanos)), dec('1000000000'), 9)!)
const rowsOf = async ({ get }: DemoClient, id: string) =>
  z.array(transaction).parse((await get(`/v1/accounts/${encodeURIComponent(id)}/transactions`)).transactions)
const rowsFor = async (client: DemoClient, id: string, symbol: string) =>
  (await rowsOf(client, id))
    .filter((row) => row.symbol === symbol && (row.change_qty !== undefined || /погашение/i.test(row.transaction_name)))
    .map((row) => `${row.timestamp.slice(0, 10)} ${row.transaction_name} ${row.change_qty?.value ?? ''}`.trim())
    .reverse()

/** The differences between the stated figures and those of the rows, without those that are zero. */
async function differencesOf(client: DemoClient, id: string): Promise<Record<string, string>> {
  const differences = new Map<string, Decimal>()
  const count = (key: string, amount: Decimal) => differences.set(key, add(differences.get(key) ?? zero, amount))
  const stated = accountSchema.parse(await client.get(`/v1/accounts/${encodeURIComponent(id)}`))
  for (const { symbol, quantity } of stated.positions) count(symbol, dec(quantity.value))
  for (const cash of stated.cash) count(cash.currency_code, money(cash))
  for (const row of await rowsOf(client, id)) {
    count(row.change.currency_code, subtract(zero, money(row.change)))
    if (row.change_qty) count(row.symbol, subtract(zero, dec(row.change_qty.value)))
  }
  return Object.fromEntries([...differences].filter(([, amount]) => amount !== '0'))
}

const start = (size: 'small' | 'typical', at = Date.UTC(2026, 10, 18, 10)) =>
  startDemo({ size, transactionCap: 1e6, at })

test.each(['small', 'typical'] as const)(
  'the margin account of a %s demo lacks one purchase and lists one fee twice; everything else agrees',
  async (size) => {
    const client = await start(size)
    for (const id of client.demo.accounts.ids)
      expect(await differencesOf(client, id)).toEqual(id === '1900001' ? { 'DOMA@MISX': '130', USD: '12.4' } : {})
  },
)

test('the fee that is listed twice has rows of equal content and different ids', async () => {
  const rows = await rowsOf(await start('small'), '1900001')
  const fees = rows.filter((row) => row.transaction_name === 'Комиссия за хранение иностранных бумаг')
  expect(fees).toHaveLength(2)
  expect(fees[0]!.id).not.toBe(fees[1]!.id)
  expect({ ...fees[0], id: '' }).toEqual({ ...fees[1], id: '' })
})

test('shares are split, and their average price follows', async () => {
  const client = await start('small')
  expect(await rowsFor(client, '1900001', 'GEND@MISX')).toEqual([
    '2024-02-12 Покупка актива 6.0',
    '2024-09-16 Дробление акций 1:10 54.0',
    '2025-06-10 Продажа актива -20.0',
  ])
  const { positions } = accountSchema.parse(await client.get('/v1/accounts/1900001'))
  const position = positions.find(({ symbol }) => symbol === 'GEND@MISX')!
  expect(position.quantity.value).toBe('40.0')
  const [bought] = (await rowsOf(client, '1900001')).filter((row) => row.symbol === 'GEND@MISX').slice(-1)
  expect(Number(position.average_price?.value)).toBeCloseTo(Number(bought!.trade!.price.value) / 10, 4)
})

test('one bond repays its face in parts, another is redeemed and leaves the account', async () => {
  const client = await start('small')
  const parts = await rowsFor(client, '1900001', 'RU000A101868@MISX')
  expect(parts[0]).toBe('2024-03-12 Покупка актива 40.0')
  expect(parts.slice(1).length).toBeGreaterThan(3)
  expect(parts.slice(1).every((row) => row.endsWith('Частичное погашение'))).toBe(true)
  expect(await rowsFor(client, '1900001', 'RU000A10ACM1@MISX')).toEqual([
    '2024-04-09 Покупка актива 25.0',
    '2025-08-05 Погашение облигаций -25.0',
  ])
})

test('an option expires without a payment', async () => {
  const rows = await rowsOf(await start('small'), '1900001')
  const expired = rows.findLast((row) => row.transaction_name === 'Экспирация опциона')!
  expect(expired.change_qty?.value).toBe('-200.0')
  expect(money(expired.change)).toBe('0')
})

test('on every day a put is held that expires within five weeks', async () => {
  const client = await start('small', Date.UTC(2026, 8, 18, 10))
  for (let day = 0; day < 70; day += 5) {
    const { positions } = accountSchema.parse(await client.get('/v1/accounts/1900001'))
    const puts = positions.filter(({ symbol }) => symbol.endsWith('@RTSX'))
    expect(puts.map(({ quantity }) => Number(quantity.value)).slice(0, 1)).toEqual([500])
    const daysLeft = puts.map(
      ({ symbol }) => (client.demo.market.catalog.get(symbol).endsAt! - client.clock.now()) / dayMs,
    )
    expect(Math.min(...daysLeft)).toBeLessThan(36)
    await client.clock.advance(5 * dayMs)
  }
})

test('shares go from one account of the user to another, with their average price', async () => {
  const client = await start('typical')
  expect(await rowsFor(client, '1900001', 'KIRP@MISX')).toContain(
    '2025-02-11 Перевод ценных бумаг на счёт 1900002 -15.0',
  )
  expect(await rowsFor(client, '1900002', 'KIRP@MISX')).toContain(
    '2025-02-11 Перевод ценных бумаг со счёта 1900001 15.0',
  )
  const averages = await Promise.all(
    ['1900001', '1900002'].map(async (id) => {
      const { positions } = accountSchema.parse(await client.get(`/v1/accounts/${id}`))
      return positions.find(({ symbol }) => symbol === 'KIRP@MISX')?.average_price?.value
    }),
  )
  expect(averages[0]).toBe(averages[1])
})

test('a bond that repaid its face in parts leaves the account with the last part', async () => {
  const client = await start('small', Date.UTC(2027, 5, 1, 10))
  const rows = await rowsFor(client, '1900001', 'RU000A101868@MISX')
  expect(rows.at(-1)).toBe('2027-05-14 Погашение облигаций -40.0')
  expect(await differencesOf(client, '1900001')).toEqual({ 'DOMA@MISX': '130', USD: '12.4' })
})
