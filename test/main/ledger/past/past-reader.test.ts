import { expect, test } from 'vitest'
import { PastReader } from '#main/ledger/past/past-reader.ts'
import { DerivedPast } from '#main/ledger/past/stored-text.ts'
import { Reconciler } from '#main/ledger/reading/reconciler.ts'
import { decimalOf } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { dec } from '../../cache/open-cache.ts'
import { makeTransaction } from '../../cache/transactions/make-transactions.ts'
import { makeAccount, makeDetails } from '../../insight/make.ts'
import { accountId, fifo, finish, makeTrade, openLedgerRig } from '../rig.ts'

const start = Date.UTC(2024, 0, 1)
const now = start + 10 * dayMs + 5
const other = '1900002'

const deposit = (id: string, at: number, money: string): Transaction =>
  makeTransaction(id, at, {
    ...{ category: money.startsWith('-') ? 'WITHDRAW' : 'DEPOSIT', name: 'Перевод', symbol: '' },
    ...{ change: { currency: 'RUB', amount: dec(money) }, changeQuantity: null, trade: null },
  })

/** Accounts with these rows, all loaded. The service states the same figures as the rows. */
async function openPast(
  histories: Readonly<Record<string, readonly Transaction[]>>,
  stated: Readonly<Record<string, { readonly cash: string; readonly pieces: string }>>,
) {
  const rig = openLedgerRig()
  for (const [id, rows] of Object.entries(histories)) {
    await rig.write(rows, id)
    rig.cache.coverage.cover(id, start, now)
    rig.cache.history.putBeginning(id, start)
    const { cash, pieces } = stated[id] ?? { cash: '0', pieces: '0' }
    const account = makeAccount({
      id,
      cash: [{ currency: 'RUB', amount: dec(cash) }],
      positions: pieces === '0' ? [] : [position(pieces)],
    })
    rig.cache.accounts.replaceAccount(account, now - 1)
  }
  rig.refresh()
  const reconciler = new Reconciler(rig.db, rig.cache)
  const reader = new PastReader(rig.db, rig.cache, rig.replay.instruments)
  const read = (accountIds: readonly string[]) =>
    finish(
      reader.steps({
        ...{ accountIds, choices: fifo, now, quotes: new Map(), quotesUntil: start, factsVersion: 0 },
        compared: accountIds.map((id) => reconciler.read(id, fifo, rig.replay.revision)),
      }),
    )
  return { rig, read }
}

const position = (pieces: string) => ({
  ...{ symbol: 'SBER@MISX', quantity: dec(pieces), averagePrice: null, currentPrice: null },
  ...{ dailyPnl: null, unrealizedPnl: null, maintenanceMargin: null },
})

const values = ({ moments }: { moments: readonly { at: number; parts: readonly { amount: string }[] | null }[] }) =>
  moments.map(({ at, parts }) => [
    (at - start) / dayMs,
    parts === null ? null : parts.map(({ amount }) => amount).join(),
  ])

const complete = {
  [accountId]: [
    deposit('1', start + 9, '1000'),
    makeTrade('2', start + 2 * dayMs + 5, 'SBER@MISX', '10', '-100'),
    makeTrade('3', start + 4 * dayMs + 5, 'SBER@MISX', '-4', '80'),
  ],
}

test('the past is calculated from deposits, pieces and the prices of own trades', async () => {
  const { read } = await openPast(complete, { [accountId]: { cash: '980', pieces: '6' } })
  const past = read([accountId])
  expect(past).toMatchObject({ isLoaded: true, isCertain: true, differing: [], notCounted: 0 })
  expect(past.flows).toEqual([{ at: start, currency: 'RUB', amount: '1000' }])
  expect(values(past).slice(0, 5)).toEqual([
    [1, '1000'],
    [2, '1000'],
    [3, '1000'],
    [4, '1000'],
    [5, '1100'],
  ])
})

test('a difference from the stated figures makes the past uncertain and names the instrument', async () => {
  const { read } = await openPast(complete, { [accountId]: { cash: '980', pieces: '7' } })
  const past = read([accountId])
  expect(past).toMatchObject({ isLoaded: true, isCertain: false, differing: ['SBER@MISX'] })
  expect(past.moments.every(({ parts }) => parts === null)).toBe(true)
  expect(past.flows).toHaveLength(1)
})

test('while a part of the history is missing no past is derived', async () => {
  const { rig, read } = await openPast(complete, { [accountId]: { cash: '980', pieces: '6' } })
  rig.cache.coverage.uncover(accountId, start + 3 * dayMs, start + 5 * dayMs)
  expect(read([accountId])).toEqual({
    ...{ isLoaded: false, isCertain: false, differing: [] },
    ...{ moments: [], flows: [], notCounted: 0, rateTrades: [] },
  })
})

test('a transfer between two accounts does not change the total', async () => {
  const transfer = (id: string, at: number, money: string): Transaction =>
    makeTransaction(id, at, {
      ...{ category: 'TRANSFER', name: 'Перевод между счетами', symbol: '' },
      ...{ change: { currency: 'RUB', amount: dec(money) }, changeQuantity: null, trade: null },
    })
  const { read } = await openPast(
    {
      [accountId]: [deposit('1', start + 9, '1000'), transfer('2', start + 3 * dayMs, '-400')],
      [other]: [transfer('3', start + 3 * dayMs + 1, '400')],
    },
    { [accountId]: { cash: '600', pieces: '0' }, [other]: { cash: '400', pieces: '0' } },
  )
  expect(read([accountId, other]).flows).toEqual([{ at: start, currency: 'RUB', amount: '1000' }])
  expect(new Set(values(read([accountId, other])).map(([, value]) => value))).toEqual(new Set(['1000']))
  expect(read([accountId]).flows.at(-1)).toMatchObject({ amount: decimalOf(-400) })
})

test('trades of a currency instrument are sent as rates of their days', async () => {
  const dollar = 'USDRUB@FX'
  const bought = makeTrade('2', start + 2 * dayMs + 5, dollar, '4', '-300')
  const trade = { size: dec('4'), price: dec('75'), accruedInterest: null }
  const rows = [deposit('1', start + 9, '1000'), { ...bought, trade }]
  const { rig, read } = await openPast({ [accountId]: rows }, { [accountId]: { cash: '700', pieces: '0' } })
  rig.cache.instrumentDetails.put(makeDetails({ symbol: dollar, type: 'CURRENCIES', quoteCurrency: 'RUB' }), now)
  rig.refresh()
  const past = read([accountId])
  expect(past.rateTrades).toEqual([{ symbol: dollar, at: start + 2 * dayMs + 5, price: '75' }])
  // The thread sends the past in the form of this schema.
  expect(DerivedPast.parse(past)).toEqual(past)
})
