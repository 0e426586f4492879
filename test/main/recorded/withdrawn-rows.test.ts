import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../fakes/until.ts'
import {
  accountAnswer,
  accountId,
  assetAnswer,
  now,
  openReplayed,
  position,
  quoteAnswer,
  row,
  transactionsAnswer,
  type Replayed,
} from './replayed-profile.ts'

// Through the running app: the service takes a coupon back, and later sends it again with another amount.

const symbol = 'SU26238RMFS4@MISX'
const at = '2026-11-27T09:00:00Z'
const coupon = row({ id: 'coupon', at, category: 'INCOME', name: 'Купон', symbol, amount: '345.50' })
const corrected = row({ id: 'coupon', at, category: 'INCOME', name: 'Купон', symbol, amount: '300' })
const purchase = row({
  ...{ id: 'purchase', at: '2026-11-20T09:00:00Z', category: 'OTHERS', name: 'Покупка', symbol },
  ...{ amount: '-9000', pieces: '10', price: '900' },
})
/** Enough for one missing row to be at most one in a hundred. */
const fees = Array.from({ length: 150 }, (_, index) =>
  row({
    ...{ id: `fee-${index}`, at: new Date(Date.parse(at) - (index + 1) * 60_000).toISOString().replace('.000Z', 'Z') },
    ...{ category: 'COMMISSION', name: 'Комиссия', amount: '-1' },
  }),
)

let replayed: Replayed

beforeAll(async () => {
  replayed = await openReplayed(
    [],
    [
      accountAnswer([position(symbol, '10', '900')]),
      assetAnswer(symbol, { type: 'BONDS', name: 'ОФЗ 26238' }),
      quoteAnswer(symbol, '900'),
      transactionsAnswer([purchase, coupon, ...fees]),
    ],
  )
  await replayed.settle()
  replayed.hasten()
}, 120_000)
afterAll(() => replayed.close())

const income = async () => {
  const rows = await replayed.client.call('income.list', { accountId: null, symbol, from: 0, to: now })
  return rows.map((each) => JSON.stringify(each))
}
const withdrawn = () => replayed.client.call('transactions.withdrawn')

test('a coupon that is taken back leaves income and transactions, and is shown as no longer sent', async () => {
  expect((await income()).some((text) => text.includes('345.5'))).toBe(true)
  replayed.service.add(transactionsAnswer([purchase, ...fees]))
  const [found] = await until(withdrawn, (rows) => rows.length > 0, 60_000)
  expect(found).toMatchObject({ accountId, transaction: { id: 'coupon', symbol, change: { amount: '345.5' } } })
  await until(income, (rows) => !rows.some((text) => text.includes('345.5')))
  await expect(replayed.client.call('transactions.detail', { accountId, id: 'coupon' })).rejects.toThrow()
  const totals = await replayed.client.call('transactions.totals', { filter: { conditions: [], text: '' } })
  expect(totals.count).toBe(151)
}, 90_000)

test('it comes back when it is sent again, and a changed row keeps what it was', async () => {
  replayed.service.add(transactionsAnswer([purchase, coupon, ...fees]))
  await until(withdrawn, (rows) => rows.length === 0, 60_000)
  await until(income, (rows) => rows.some((text) => text.includes('345.5')))
  replayed.service.add(transactionsAnswer([purchase, corrected, ...fees]))
  const detail = () => replayed.client.call('transactions.detail', { accountId, id: 'coupon' })
  const changed = await until(detail, ({ former }) => former.length > 0, 60_000)
  expect(changed).toMatchObject({ transaction: { change: { amount: '300' } } })
  expect(changed.former).toMatchObject([{ transaction: { change: { amount: '345.5' } } }])
}, 90_000)
