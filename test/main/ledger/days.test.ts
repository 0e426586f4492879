import { expect, onTestFinished, test } from 'vitest'
import { EventBus } from '#main/api/events.ts'
import { createBudget } from '#main/broker/budget/budget.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { systemClock } from '#main/time/clock.ts'
import { subtract, sum, type Decimal } from '#shared/decimal.ts'
import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { openTestProfile } from '../../fakes/running-profile.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { openWindow } from '../../fakes/window.ts'
import { dec } from '../cache/open-cache.ts'
import { makeTransaction } from '../cache/transactions/make-transactions.ts'
import { makeAccount, makeDetails, makePosition, makeQuote } from '../insight/make.ts'

const [first, second] = ['1900001', '1900002']
const symbol = 'SBER@MISX'
const now = Date.now()
const today = Math.floor(now / dayMs) * dayMs
const dayBefore = (days: number): number => today - days * dayMs
const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

const money = (id: string, at: number, amount: string, category = 'DEPOSIT', name = 'Ввод денежных средств') =>
  makeTransaction(id, at, { category, name, change: { currency: 'RUB', amount: dec(amount) } })
const trade = (id: string, at: number, pieces: string, price: string, paid: string): Transaction =>
  makeTransaction(id, at, {
    ...{ category: 'OTHERS', name: pieces.startsWith('-') ? 'Продажа актива' : 'Покупка актива', symbol },
    ...{ change: { currency: 'RUB', amount: dec(paid) }, changeQuantity: dec(pieces) },
    trade: { size: dec(pieces.replace('-', '')), price: dec(price), accruedInterest: dec('0') },
  })

const own = [
  money('1', dayBefore(60), '1000'),
  trade('2', dayBefore(50) + minuteMs, '10', '20', '-200'),
  money('3', dayBefore(50) + 2 * minuteMs, '-1.5', 'COMMISSION', 'Брокерская комиссия'),
]
const moved = [
  money('4', dayBefore(30), '-100', 'TRANSFER', 'Перевод на другой счёт'),
  trade('5', dayBefore(20), '-4', '30', '120'),
]
const received = money('6', dayBefore(30) + minuteMs, '100', 'TRANSFER', 'Перевод с другого счёта')

/** The app's profile, offline, with two accounts. */
async function openDays(extra: readonly Transaction[] = []) {
  const directory = makeTemporaryDirectory()
  const events = new EventBus()
  const faults: unknown[] = []
  const logFault = (where: string, error: unknown): void => void faults.push([where, error])
  const profile = await openTestProfile({
    ...{ directory, clock: systemClock, events, logFault, budget: createBudget({ clock: systemClock }) },
    service: { baseUrl: 'http://127.0.0.1:9', secret: 'secret of a test' },
  })
  profile.setPaused(true, undefined)
  onTestFinished(async () => {
    await profile.close()
    expect(faults).toEqual([])
  })
  const { cache, journal } = profile
  cache.instrumentDetails.put(makeDetails({ symbol, type: 'EQUITIES', quoteCurrency: 'RUB', name: 'Sberbank' }), now)
  const held = makePosition({ symbol, quantity: dec('6'), currentPrice: dec('33'), dailyPnl: dec('12') })
  cache.accounts.replaceAccount(
    makeAccount({ id: first, positions: [held], cash: [{ currency: 'RUB', amount: dec('818.5') }] }),
    now - 1,
  )
  cache.accounts.replaceAccount(makeAccount({ id: second, cash: [{ currency: 'RUB', amount: dec('100') }] }), now - 1)
  for (const id of [first, second]) cache.history.putBeginning(id, dayBefore(70))
  const covered = { from: dayBefore(90), to: now + 1000 }
  await cache.transactions.store(first, pack([...own, ...moved, ...extra]), now, covered)
  await cache.transactions.store(second, pack([received]), now, covered)
  const client = openWindow(profile, { dataDir: directory, clock: systemClock, events, logFault })
  await client.call('settings.write', { accountCurrency: 'RUB' })
  const readDay = (days: number, accountId: string | null = null) =>
    client.call('history.day', { accountId, date: dateOf(dayBefore(days)), knowledge: 'now' })
  return { client, cache, journal, readDay }
}

test('a past day has its positions, cash and value, both recorded and replayed', async () => {
  const { journal, readDay } = await openDays()
  journal.equity.record({ accountId: first, at: dayBefore(40) + minuteMs, equity: dec('1010'), cash: null })
  journal.equity.record({ accountId: second, at: dayBefore(40) + minuteMs, equity: dec('0'), cash: null })
  journal.quotes.record([{ symbol, at: dayBefore(40) + minuteMs, last: dec('21') }])
  const day = await readDay(40)
  expect(day).toMatchObject({
    ...{ isOver: true, at: dayBefore(39), previous: dateOf(dayBefore(50)), next: dateOf(dayBefore(30)) },
    first: dateOf(dayBefore(60)),
    total: { currency: 'RUB', recorded: '1010', replayed: '1008.5', difference: '1.5', notConverted: [] },
  })
  expect(day.accounts[0]).toMatchObject({
    coverage: { state: 'whole' },
    positions: [{ symbol, name: 'Sberbank', quantity: '10', value: '210', price: { source: 'quote', price: '21' } }],
    ...{ cash: [{ currency: 'RUB', amount: '798.5' }], differing: [], missing: [] },
  })
  expect(day.accounts[1]).toMatchObject({ coverage: { state: 'before' }, positions: [], cash: [] })
  expect((await readDay(15)).total).toMatchObject({ recorded: null, replayed: '1098.5', difference: null })
})

test('a quote of a later day does not change a past day', async () => {
  const { journal, readDay } = await openDays()
  const before = await readDay(40)
  journal.quotes.record([
    { symbol, at: dayBefore(39), last: dec('99') },
    { symbol, at: dayBefore(2), last: dec('77') },
  ])
  expect(await readDay(40)).toEqual(before)
  expect((await readDay(39)).accounts[0]?.positions?.[0]).toMatchObject({ value: '990' })
})

test('the causes of a change between two days add up, and transfers between own accounts are no cause', async () => {
  const { client } = await openDays()
  const compare = (accountId: string | null) =>
    client.call('history.compare', { accountId, from: dateOf(dayBefore(55)), to: dateOf(dayBefore(10)) })
  const [all] = (await compare(null)).byCurrency
  expect(all).toEqual({
    ...{ currency: 'RUB', begin: '1000', end: '1098.5', change: '98.5', deposits: '0', income: '0', fees: '-1.5' },
    ...{ taxes: '0', price: '100', other: '0' },
  })
  const comparison = await compare(first)
  expect(comparison.byCurrency[0]).toMatchObject({ end: '998.5', deposits: '-100', price: '100', other: '0' })
  expect(comparison.positions).toEqual([
    {
      ...{ symbol, name: 'Sberbank', currency: 'RUB', before: '0', after: '6', valueBefore: '0', valueAfter: '180' },
      ...{ trades: 2, paid: '80', price: '100' },
    },
  ])
})

test('future days, invalid days and days in the wrong order are refused', async () => {
  const { client } = await openDays()
  const day = (date: string) => client.call('history.day', { accountId: null, date, knowledge: 'now' })
  await expect(day(dateOf(now + 2 * dayMs))).rejects.toMatchObject({ code: 'invalid' })
  await expect(day('2026-02-30')).rejects.toMatchObject({ code: 'invalid' })
  const [from, to] = [dateOf(dayBefore(3)), dateOf(dayBefore(3))]
  await expect(client.call('history.compare', { accountId: null, from, to })).rejects.toMatchObject({ code: 'invalid' })
})

test('the profit of today equals the profit on the overview, and its parts add up to it', async () => {
  const fee = money('9', today, '-0.5', 'COMMISSION', 'Брокерская комиссия')
  const { client, cache } = await openDays([trade('8', today, '1', '31.5', '-31.5'), fee])
  const quote = {
    ...{ symbol, at: now - 1, atText: null, ask: null, askSize: null, bid: null, bidSize: null, lastSize: null },
    ...{ volume: null, turnover: null, open: null, high: null, low: null, change: null, openInterest: null },
    ...{ last: dec('33'), close: dec('31'), option: null },
  }
  cache.quotes.put(quote, now)
  const explained = await client.call('day.explain', { accountId: null })
  const { dailyPnl, contribution } = await client.call('overview.read', { accountId: null })
  const [total] = explained.totals
  expect([{ currency: total!.currency, amount: total!.stated }]).toEqual(dailyPnl.amounts)
  expect(contribution).toMatchObject({ currency: total!.currency, total: total!.stated })
  // Five pieces gain from 31 to 33, and one piece from 31.50.
  expect(total).toMatchObject({ price: '10', trading: '1.5', remainder: '0.5' })
  const { stated, price, trading, income, fees, taxes, remainder } = total!
  expect(subtract(stated, sum([price, trading, income, fees, taxes, remainder] as Decimal[]))).toBe('0')
  expect(explained.positions[0]).toMatchObject({ heldBefore: '5', notes: ['all-from-close'], transactionIds: ['8'] })
  expect(explained.accounts[0]).toMatchObject({ isLoaded: true, cash: [{ kind: 'fees', amount: '-0.5' }] })
})

test('zeros of a position without a market are no price and no profit of the day', async () => {
  const { client, cache } = await openDays()
  const unnamed = makePosition({ symbol: 'ABCD', quantity: dec('3'), currentPrice: dec('0'), dailyPnl: dec('0') })
  cache.accounts.replaceAccount(makeAccount({ id: first, positions: [unnamed] }), now - 1)
  const { positions, missing } = await client.call('day.explain', { accountId: null })
  expect(positions).toMatchObject([{ symbol: 'ABCD', stated: null, last: null, remainder: null }])
  expect(missing).toEqual(['ABCD'])
})

test('the profit of an evening in New York belongs to the day before in UTC, with its trades and charges', async () => {
  const own = 'AAPL@XNGS'
  const evening = dayBefore(2) + hourMs
  const charge = money('11', evening - 6 * hourMs, '-0.5', 'COMMISSION', 'Брокерская комиссия')
  const { client, cache } = await openDays([
    { ...trade('10', evening - 7 * hourMs, '1', '30', '-30'), symbol: own },
    charge,
  ])
  const held = makePosition({ symbol: own, quantity: dec('1'), currentPrice: dec('33'), dailyPnl: dec('3') })
  cache.instrumentDetails.put(makeDetails({ symbol: own, type: 'EQUITIES', quoteCurrency: 'RUB' }), now)
  cache.accounts.replaceAccount(makeAccount({ id: first, positions: [held] }), now - 1)
  cache.quotes.put(makeQuote({ symbol: own, at: evening, last: dec('33'), close: dec('31') }), now)
  const { positions, accounts } = await client.call('day.explain', { accountId: null })
  expect(positions).toMatchObject([
    {
      ...{ day: dateOf(dayBefore(3)), from: dayBefore(3) + 5 * hourMs, notes: ['other-session'] },
      ...{ heldBefore: '0', trading: '3', remainder: '0', transactionIds: ['10'] },
    },
  ])
  expect(accounts[0]?.cash).toMatchObject([{ kind: 'fees', amount: '-0.5' }])
})
