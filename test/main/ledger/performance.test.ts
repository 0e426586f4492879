import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dayMs } from '#shared/durations.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { dec } from '../cache/open-cache.ts'
import { makeTransaction } from '../cache/transactions/make-transactions.ts'
import { makeDetails, makePosition } from '../insight/make.ts'
import { accountId, daysAgo, now, openWith, symbol } from './offline-profile.ts'
import { leftOf } from './reading/performance/rig.ts'
import { makeTrade } from './rig.ts'

const rows: readonly Transaction[] = [
  makeTransaction('1', daysAgo(900), {
    ...{ category: 'DEPOSIT', name: 'Ввод денежных средств' },
    change: { currency: 'RUB', amount: dec('1000') },
  }),
  makeTrade('2', daysAgo(890), symbol, '10', '-100.5'),
  makeTrade('3', daysAgo(70), symbol, '-4', '60'),
]

/** The app's profile, offline, with this history and recorded prices. */
async function open() {
  const opened = await openWith(rows, { from: daysAgo(910), to: now + 1000 })
  const { cache, journal } = opened.profile
  cache.instrumentDetails.put(makeDetails({ symbol, type: 'EQUITIES', quoteCurrency: 'RUB', name: 'Sberbank' }), now)
  cache.history.putBeginning(accountId, daysAgo(905))
  journal.quotes.record([
    { symbol, at: daysAgo(500), last: dec('12') },
    { symbol, at: daysAgo(2), last: dec('20') },
  ])
  return opened
}

const scope = { accountId: null, symbol: null, from: daysAgo(1000), to: now }

test('a window gets the figures that rows and recorded prices give', async () => {
  const { client } = await open()
  const found = await client.call('performance.read', scope)
  expect(found).toMatchObject({
    ...{ coverage: 'whole', currency: 'RUB', begin: '0', end: '1079.5', netDeposits: '1000', realized: '19.8' },
    ...{ unrealized: '59.7', fees: '0', remainder: '0', base: null, method: 'fifo' },
  })
  expect(leftOf(found)).toBe('0')
  expect(found.contribution).toEqual([{ symbol, name: 'Sberbank', amount: '79.5' }])
  expect(await client.call('performance.read', scope)).toEqual(found)
})

test('the rows of a table add up to the total', async () => {
  const { client } = await open()
  const found = await client.call('performance.read', scope)
  for (const by of ['year', 'month'] as const) {
    const table = await client.call('performance.table', { ...scope, by })
    expect(table.length).toBeGreaterThan(by === 'year' ? 2 : 28)
    for (const row of table) if (row.begin !== null && row.end !== null) expect(leftOf(row)).toBe('0')
    const total = table.reduce((sum, { realized }) => sum + Number(realized), 0)
    expect(total).toBeCloseTo(Number(found.realized), 9)
    expect(table.map(({ to }) => to).slice(1)).toEqual(table.map(({ from }) => from).slice(0, -1))
  }
})

test('a position without a market is named, and the figures of everything else stay known', async () => {
  const { client, profile } = await open()
  const { account } = profile.cache.accounts.get(accountId)!
  const unnamed = makePosition({ symbol: 'ABCD', quantity: dec('3') })
  profile.cache.accounts.replaceAccount({ ...account, positions: [...account.positions, unnamed] }, now)
  const found = await client.call('performance.read', { ...scope, to: now + dayMs })
  expect(found).toMatchObject({ end: '1079.5', netDeposits: '1000', unrealized: '59.7', remainder: '0' })
  expect([found.unpriced, found.differing]).toEqual([[{ symbol: 'ABCD', name: null, at: 'end' }], ['ABCD']])
  const [latest] = await client.call('performance.table', { ...scope, to: now + dayMs, by: 'month' })
  expect(latest).toMatchObject({ end: '1079.5' })
})

test('a figure is explained by its formula, its inputs and its rows', async () => {
  const { client } = await open()
  const end = await client.call('performance.explain', { ...scope, figure: 'end' })
  expect(end.inputs).toEqual([
    { label: 'Cash', symbol: null, amount: '959.5', currency: 'RUB', at: null, source: ['sum of all transactions'] },
    { label: 'Value', symbol, amount: '120', currency: 'RUB', at: daysAgo(2), source: ['recorded quote'] },
  ])
  const realized = await client.call('performance.explain', { ...scope, figure: 'realized' })
  expect(realized.rows.map(({ transactionId }) => transactionId)).toEqual(['3', '2'])
  expect(realized.inputs).toMatchObject([{ symbol, amount: '19.8', currency: 'RUB' }])
  expect(realized.formula).not.toBe('')
  const deposits = await client.call('performance.explain', { ...scope, figure: 'netDeposits' })
  expect(deposits).toMatchObject({ rowCount: 1, rows: [{ transactionId: '1', amount: '1000' }] })
})

test('realized lots have dates, cost and proceeds, and the other methods are compared', async () => {
  const { client } = await open()
  const found = await client.call('performance.realized', scope)
  expect(found).toMatchObject({ coverage: 'whole', method: 'fifo', lotCount: 1 })
  expect(found.lots).toEqual([
    {
      ...{ accountId, symbol, name: 'Sberbank', pieces: '4', openedAt: daysAgo(890), closedAt: daysAgo(70) },
      ...{ holdingDays: 820, currency: 'RUB', cost: '40.2', proceeds: '60', profit: '19.8' },
    },
  ])
  expect(found.totals).toMatchObject([{ currency: 'RUB', lotCount: 1, profit: '19.8', unknownCount: 0 }])
  expect(found.methods.map(({ method, difference }) => [method, difference])).toEqual([
    ['fifo', '0'],
    ['lifo', '0'],
    ['hifo', '0'],
    ['average', '0'],
  ])
  const { id, path, lotCount } = await client.call('performance.exportRealized', scope)
  expect(lotCount).toBe(1)
  expect(await client.call('exports.list')).toMatchObject([{ id, path, phase: 'done', written: 1 }])
  expect(readFileSync(path, 'utf8')).toContain(`${symbol},Sberbank,4,`)
})

test('a benchmark is compared over the days that both have', async () => {
  const { client, profile } = await open()
  const line = Array.from({ length: 40 }, (_, index) => ({
    ...{ symbol: 'IMOEX@RTSX', at: daysAgo(60 - index) },
    last: dec(String(100 + index)),
  }))
  profile.journal.quotes.record(line)
  profile.journal.quotes.record(line.map(({ at }, index) => ({ symbol, at, last: dec(String(20 + index / 10)) })))
  const found = await client.call('performance.benchmark', { ...scope, from: daysAgo(59), benchmark: 'IMOEX@RTSX' })
  expect(found).toMatchObject({ symbol: 'IMOEX@RTSX', isWithoutDividends: true })
  expect(found.points.length).toBe(found.own.length)
  expect(found.points.at(-1)?.growth).toBeCloseTo(1 + found.total!, 12)
  expect(found.gaps.length).toBeGreaterThan(0)
})

test('a history with a missing part has no figures', async () => {
  const { client, profile } = await open()
  profile.cache.history.putBeginning(accountId, daysAgo(2000))
  expect(await client.call('performance.read', scope)).toMatchObject({
    ...{ coverage: 'partial', reason: 'not-loaded', end: null, realized: null, byCurrency: [] },
  })
  expect(await client.call('performance.realized', scope)).toMatchObject({ coverage: 'partial', lots: [] })
})
