import { expect, test } from 'vitest'
import { makeDetails } from '../insight/make.ts'
import { accountId, daysAgo, now, symbol } from '../ledger/offline-profile.ts'
import { readRows } from './run-in-process.ts'
import { openStored } from './stored-profile.ts'

const all = { accountId: null }
const iso = (at: number): string => new Date(at).toISOString()

test('accounts, positions, quotes, orders and events have the same digits as in the window', async () => {
  const { dataDir, client } = await openStored()
  const read = (command: string) => readRows([command, '--data-dir', dataDir])

  const accounts = await client.call('accounts.list')
  expect(await read('accounts')).toMatchObject(
    accounts.map(({ id, equity, cash, fetchedAt }) => ({ account: id, equity, cash, updated: iso(fetchedAt) })),
  )
  const positions = await client.call('positions.list', all)
  expect(positions).toHaveLength(1)
  expect(await read('positions')).toMatchObject(
    positions.map((row) => ({ symbol, quantity: '6', value: row.value, price: row.currentPrice, currency: 'RUB' })),
  )
  const quotes = await client.call('quotes.list', { symbols: [symbol] })
  expect(await read('quotes')).toMatchObject(
    quotes.map(({ changePercent }) => ({ symbol, last: '11.05', change_percent: changePercent, held: '6' })),
  )
  expect(await readRows(['quotes', '--watchlist', 'Watchlist', '--data-dir', dataDir])).toMatchObject([{ symbol }])
  const orders = await client.call('orders.list', all)
  expect(await read('orders')).toMatchObject(
    orders.map(({ order, bucket }) => ({ id: order.id, group: bucket, limit_price: '99.5', remaining: '10' })),
  )
  const events = await client.call('events.list', all)
  expect(await read('events')).toMatchObject(events.map(({ date }) => ({ date, symbol, per_piece: '1.25' })))
})

test('transactions and totals have the same digits as in the window', async () => {
  const { dataDir, client } = await openStored()
  const filter = { conditions: [], text: '' }
  const { rows } = await client.call('transactions.page', { filter, direction: 'newest', after: null, limit: 10 })
  expect(await readRows(['transactions', '--data-dir', dataDir])).toMatchObject(
    rows.map(({ transaction, kind }) => ({
      ...{ id: transaction.id, time: iso(transaction.at), kind, amount: transaction.change?.amount ?? null },
    })),
  )
  const totals = await client.call('transactions.totals', { filter })
  for (const [by, groups] of [
    ['currency', totals.byCurrency],
    ['kind', totals.byKind],
    ['category', totals.byCategory],
  ] as const)
    expect(await readRows(['totals', '--by', by, '--data-dir', dataDir])).toMatchObject(
      groups.map(({ amount, count }) => ({ amount, count, currency: 'RUB' })),
    )
})

test('income and performance have the same digits as in the window', async () => {
  const { dataDir, client } = await openStored()
  const income = await client.call('income.list', { ...all, from: 0, to: now + 1000 })
  expect(income.length).toBeGreaterThan(0)
  const day = iso(now).slice(0, 10)
  expect(await readRows(['income', '--to', day, '--data-dir', dataDir])).toMatchObject(
    income.map(({ date, state, gross, net }) => ({ date, state, gross, net, symbol })),
  )
  expect(await readRows(['income', '--symbol', symbol, '--to', day, '--data-dir', dataDir])).toHaveLength(income.length)
  expect(await readRows(['income', '--symbol', 'OTHER@MISX', '--to', day, '--data-dir', dataDir])).toEqual([])
  const summary = await client.call('income.summary', { ...all, by: 'instrument' })
  expect(await readRows(['income', '--by', 'instrument', '--data-dir', dataDir])).toMatchObject(
    summary.groups.flatMap(({ key, figures }) => figures.map(({ gross }) => ({ instrument: key, gross }))),
  )
  const first = daysAgo(30)
  const from = Math.floor(first / 86_400_000) * 86_400_000
  const to = from + 20 * 86_400_000
  const days = ['--from', iso(from).slice(0, 10), '--to', iso(to - 1).slice(0, 10), '--data-dir', dataDir]
  const scope = { ...all, symbol: null, from, to }
  const { byCurrency } = await client.call('performance.read', scope)
  expect(byCurrency.length).toBeGreaterThan(0)
  expect(await readRows(['performance', ...days])).toMatchObject(
    byCurrency.map(({ currency, begin, end, realized, twr }) => ({
      ...{ scope: 'currency', currency, begin, end, realized, time_weighted: twr?.total ?? null },
    })),
  )
  const table = await client.call('performance.table', { ...scope, by: 'month' })
  expect(await readRows(['performance', '--by', 'month', ...days])).toMatchObject(
    table.flatMap((row) => row.byCurrency.map(({ realized }) => ({ realized, from: iso(row.from) }))),
  )
})

test('a past day and a reconciliation have the same digits as in the window', async () => {
  const { dataDir, client } = await openStored()
  const date = iso(daysAgo(50)).slice(0, 10)
  const { accounts } = await client.call('history.day', { ...all, date, knowledge: 'now' })
  const past = accounts.flatMap(({ positions }) => positions ?? [])
  expect(past).toMatchObject([{ quantity: '10' }])
  expect(await readRows(['positions', '--as-of', date, '--data-dir', dataDir])).toMatchObject(
    past.map(({ quantity, value }) => ({ symbol, quantity, value })),
  )
  expect(await readRows(['accounts', '--as-of', date, '--data-dir', dataDir])).toMatchObject(
    accounts.map(({ cash, replayed }) => ({ account: accountId, history: 'whole', cash, replayed_worth: replayed })),
  )
  const compared = await client.call('reconciliation.read', all)
  expect(await readRows(['reconcile', '--all', '--data-dir', dataDir])).toMatchObject(
    compared.flatMap(({ positions, cash }) =>
      [...positions, ...cash].map(({ stated, replayed }) => ({ stated, replayed, state: 'agrees' })),
    ),
  )
})

test('the maturity that the user typed for a bond is in the positions, and marked as typed', async () => {
  const { dataDir, client, profile } = await openStored()
  profile.cache.instrumentDetails.put({ ...makeDetails(), symbol, type: 'BONDS', expirationDate: null }, now)
  const read = () => readRows(['positions', '--data-dir', dataDir])
  expect(await read()).toMatchObject([{ ends_on: null, end_source: null }])
  await client.call('instruments.setMaturity', { symbol, maturesOn: '2033-05-17' })
  expect(await read()).toMatchObject([{ ends_on: '2033-05-17', end_source: 'typed' }])
})
