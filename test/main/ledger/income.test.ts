import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pack } from '#main/threads/packed-rows.ts'
import { requests } from '#shared/contract/contract.ts'
import { dayMs } from '#shared/durations.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { dec } from '../cache/open-cache.ts'
import { makeTransaction } from '../cache/transactions/make-transactions.ts'
import { makeAccount, makeDetails, makePosition } from '../insight/make.ts'
import { openOffline } from './offline-profile.ts'
import { makeTrade } from './rig.ts'

const [first, second] = ['1900001', '1900002']
const symbol = 'SBER@MISX'
const now = Date.now()
const today = Math.floor(now / dayMs) * dayMs
const daysAgo = (days: number): number => today - days * dayMs + dayMs / 2
const dateAgo = (days: number): string => new Date(daysAgo(days)).toISOString().slice(0, 10)
const span = { from: today - 1000 * dayMs, to: today + 400 * dayMs }

const income = (id: string, at: number, money: string, over: Partial<Transaction> = {}): Transaction =>
  makeTransaction(id, at, {
    category: 'INCOME',
    name: 'Дивиденды',
    symbol,
    change: { currency: 'RUB', amount: dec(money) },
    ...over,
  })
const tax = (id: string, at: number, money: string) =>
  income(id, at, money, { category: 'TAX', name: 'Налог: дивиденды' })
const moved = (id: string, at: number, pieces: string): Transaction =>
  makeTransaction(id, at, {
    ...{ category: 'TRANSFER', name: 'Перевод ценных бумаг', symbol, changeQuantity: dec(pieces) },
    change: { currency: 'RUB', amount: dec('0') },
  })

/** The dividends of the test data: one rouble for each piece, every quarter. */
const dividendDays = [830, 740, 650, 560, 470, 380, 290, 200, 110, 20]

/** Rows of the first account. The second account has the pieces that were transferred to it. */
type Rows = Readonly<Record<string, readonly Transaction[]>>

async function openWith(rows: Rows, held: Readonly<Record<string, string>> = { [first]: '10' }) {
  const opened = await openOffline()
  const { cache } = opened.profile
  cache.instrumentDetails.put({ ...makeDetails(), symbol, type: 'EQUITIES', name: 'Сбербанк' }, now)
  const dividends = dividendDays.map((days) => ({ date: dateAgo(days), amount: dec('1'), currency: 'RUB' }))
  cache.corporateEvents.replaceDividends(symbol, dividends, now)
  for (const [id, own] of Object.entries(rows)) {
    const positions = held[id] === undefined ? [] : [makePosition({ symbol, quantity: dec(held[id]) })]
    cache.accounts.replaceAccount(makeAccount({ id, positions, cash: [] }), now)
    cache.history.putBeginning(id, daysAgo(1000))
    await cache.transactions.store(id, pack([...own]), now, { from: daysAgo(1001), to: now })
  }
  return opened
}

const bought = makeTrade('1', daysAgo(900), symbol, '10', '-1000')
/**
 * The dividend of 200 days ago is not paid, and the one of 110 days ago is paid in two parts. The others are paid two days
 * after their date.
 */
const paid: readonly Transaction[] = [
  ...[830, 740, 650, 560, 470, 380, 290].map((days, index) => income(`1${index}`, daysAgo(days - 2), '10')),
  income('20', daysAgo(108), '4'),
  income('21', daysAgo(85), '6'),
  tax('22', daysAgo(85), '-1.3'),
]

test('the thread returns received, missing, pending and projected income, with taxes and names', async () => {
  const { client } = await openWith({ [first]: [bought, ...paid] })
  const rows = await client.call('income.list', { accountId: null, ...span })
  // The rows are passed as text, so the dispatcher does not cut them to the contract.
  expect(requests['income.list'].result.parse(rows)).toEqual(rows)
  const past = rows
    .filter(({ state }) => state !== 'projected')
    .map(({ date, state, gross, tax: held }) => [date, state, gross, held])
  expect(past.slice(-4)).toEqual([
    [dateAgo(290), 'received', '10', '0'],
    [dateAgo(200), 'missing', null, null],
    [dateAgo(110), 'received', '10', '1.3'],
    [dateAgo(20), 'pending', null, null],
  ])
  expect(rows.find(({ date }) => date === dateAgo(110))).toMatchObject({
    ...{ accountId: first, symbol, name: 'Сбербанк', kind: 'dividend', lateDays: 25, net: '8.7', isUncertain: false },
    ...{ transactionIds: ['20', '21', '22'], expected: { low: '10', high: '10', currency: 'RUB' } },
  })
  const ofSymbol = (own: string) => client.call('income.list', { accountId: null, symbol: own, ...span })
  expect(await ofSymbol(symbol)).toEqual(rows)
  expect(await ofSymbol('GAZP@MISX')).toEqual([])
  const projected = rows.filter(({ state }) => state === 'projected')
  expect(projected).toHaveLength(4)
  for (const { expected, gross, rule, source } of projected)
    expect([expected?.low, gross, source, rule]).toEqual([
      '10',
      null,
      'projection',
      [{ code: 'quarterly-payer', date: expect.any(String) }],
    ])
})

test('the summary separates received and projected income, and relates the last year to the cost', async () => {
  const { client } = await openWith({ [first]: [bought, ...paid] })
  for (const by of ['instrument', 'account', 'currency'] as const) {
    const { total, groups } = await client.call('income.summary', { accountId: null, by })
    expect(total).toMatchObject([
      {
        currency: 'RUB',
        gross: '80',
        tax: '1.3',
        net: '78.7',
        trailing: '20',
        announced: '0',
        projected: '40',
        cost: '1000',
      },
    ])
    expect(total[0]?.yieldOnCost).toBe('0.02')
    expect(groups).toMatchObject([{ figures: [{ gross: '80', yieldOnCost: '0.02' }] }])
  }
  const years = await client.call('income.summary', { accountId: null, by: 'year' })
  const sums = years.groups.map(({ figures }) => Number(figures[0]?.gross))
  expect(sums.reduce((sum, each) => sum + each, 0)).toBe(80)
})

test('no payment counts as missing while a part of the history is not loaded', async () => {
  const { client, profile } = await openWith({ [first]: [bought, ...paid] })
  profile.cache.history.putGap(first, { from: daysAgo(190), to: daysAgo(190) + 1000, received: 1000, readAt: now })
  const rows = await client.call('income.list', { accountId: first, ...span })
  expect(rows.find(({ date }) => date === dateAgo(200))?.state).toBe('not-loaded')
  const { coverage } = await client.call('income.summary', { accountId: first, by: 'instrument' })
  expect(coverage.partialAccounts).toEqual([first])
})

test('moving pieces between own accounts does not change the total', async () => {
  const [one] = await Promise.all([openWith({ [first]: [bought, ...paid], [second]: [] })])
  const later = paid.filter(({ at }) => at > daysAgo(600))
  const earlier = paid.filter(({ at }) => at <= daysAgo(600))
  const two = await openWith(
    {
      [first]: [bought, ...earlier, moved('8', daysAgo(600), '-10')],
      [second]: [moved('9', daysAgo(600), '10'), ...later],
    },
    { [second]: '10' },
  )
  const read = async ({ client }: typeof one) =>
    (await client.call('income.list', { accountId: null, ...span })).map((row) => ({
      ...row,
      accountId: '',
    }))
  expect(await read(two)).toEqual(await read(one))
  const total = async ({ client }: typeof one) => {
    const {
      total: [figures],
    } = await client.call('income.summary', { accountId: null, by: 'currency' })
    return [figures?.gross, figures?.tax, figures?.trailing, figures?.projected]
  }
  expect(await total(two)).toEqual(await total(one))
})

test('a new row changes the state immediately', async () => {
  const { client, profile } = await openWith({ [first]: [bought, ...paid] })
  const stateOf = async () =>
    (await client.call('income.list', { accountId: first, ...span })).find(({ date }) => date === dateAgo(20))?.state
  expect(await stateOf()).toBe('pending')
  await profile.cache.transactions.store(first, pack([income('30', daysAgo(3), '10')]), now, null)
  await expect.poll(stateOf).toBe('received')
})

test('rows are exported as CSV and as a calendar of whole days', async () => {
  const { client } = await openWith({ [first]: [bought, ...paid] })
  const csv = await client.call('income.export', { accountId: null, ...span, format: 'csv' })
  const lines = readFileSync(csv.path, 'utf8').trimEnd().split('\r\n')
  expect(lines).toHaveLength(csv.rows + 1)
  expect(lines[0]?.split(',').slice(0, 6)).toEqual(['\uFEFFaccount', 'date', 'symbol', 'instrument', 'kind', 'state'])
  const calendar = await client.call('income.export', { accountId: null, ...span, format: 'ics' })
  expect(calendar.path).toMatch(/\.ics$/)
  expect(readFileSync(calendar.path, 'utf8').match(/BEGIN:VEVENT/g)).toHaveLength(calendar.rows)
  // Both can be downloaded and shown in their folder, like any export.
  const listed = (await client.call('exports.list')).map(({ id, phase, path }) => ({ id, phase, path }))
  expect(listed).toEqual([calendar, csv].map(({ id, path }) => ({ id, path, phase: 'done' })))
})

test('a tax that names no instrument is found among the payments of all instruments of the account', async () => {
  const unnamed = income('30', daysAgo(288), '-1.3', { category: 'TAX', name: 'НДФЛ', symbol: '' })
  const otherRow = income('31', daysAgo(289), '77', { symbol: 'GAZP@MISX' })
  const { client } = await openWith({ [first]: [bought, ...paid, otherRow, unnamed] })
  const rows = await client.call('income.list', { accountId: null, ...span })
  expect(rows.find(({ date, symbol: of }) => date === dateAgo(290) && of === symbol)).toMatchObject({
    ...{ state: 'received', gross: '10', tax: '1.3', net: '8.7', transactionIds: ['16', '30'] },
  })
  expect(rows.find(({ symbol: of }) => of === 'GAZP@MISX')).toMatchObject({ gross: '77', tax: '0' })
})

test('income from lent securities is listed, counted by year and by instrument, and the loan itself is no income', async () => {
  const lent = income('70001', daysAgo(30), '3.21', { name: 'Доход по предоставлениям займа' })
  const loan = income('70002', daysAgo(30), '0', { category: 'OTHERS', name: 'Займ ЦБ', changeQuantity: dec('0') })
  const { client } = await openWith({ [first]: [bought, lent, loan] })
  const rows = await client.call('income.list', { accountId: null, ...span })
  expect(rows.filter(({ kind }) => kind === 'other')).toMatchObject([
    { symbol, state: 'received', date: dateAgo(30), gross: '3.21', currency: 'RUB', transactionIds: ['70001'] },
  ])
  for (const by of ['instrument', 'year'] as const)
    expect(await client.call('income.summary', { accountId: null, by })).toMatchObject({
      total: [{ gross: '3.21' }],
      groups: expect.arrayContaining([
        expect.objectContaining({ figures: [expect.objectContaining({ gross: '3.21' })] }),
      ]),
    })
})
