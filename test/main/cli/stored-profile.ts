import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { EventBus } from '#main/api/events.ts'
import { createBudget } from '#main/broker/budget/budget.ts'
import { profileOf } from '#main/profile/profile-registry.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { systemClock } from '#main/time/clock.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { openTestProfile } from '../../fakes/running-profile.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { openWindow } from '../../fakes/window.ts'
import { dec } from '../cache/open-cache.ts'
import { makeTransaction } from '../cache/transactions/make-transactions.ts'
import { makeAccount, makeDetails, makeOrder, makePosition, makeQuote } from '../insight/make.ts'
import { accountId, daysAgo, now, symbol } from '../ledger/offline-profile.ts'

const service = { baseUrl: 'http://127.0.0.1:9', secret: 'secret of a test' }

/** A deposit, a purchase of 10 pieces and a sale of 4: 6 pieces and 959.50 roubles are left. */
export const history: readonly Transaction[] = [
  makeTransaction('1', daysAgo(90), { category: 'DEPOSIT', name: 'Ввод денежных средств', change: roubles('1000') }),
  makeTrade('2', daysAgo(80), '10', '-100.5'),
  makeTrade('3', daysAgo(40), '-4', '60'),
]

function roubles(amount: string) {
  return { currency: 'RUB', amount: dec(amount) }
}

const dateAgo = (days: number): string => new Date(daysAgo(days)).toISOString().slice(0, 10)

/** A trade of the only instrument: signed pieces for money. */
export function makeTrade(id: string, at: number, pieces: string, money: string): Transaction {
  return makeTransaction(id, at, {
    ...{ category: 'OTHERS', name: pieces.startsWith('-') ? 'Продажа актива' : 'Покупка актива', symbol },
    ...{ change: roubles(money), changeQuantity: dec(pieces) },
    trade: { size: dec(pieces.replace('-', '')), price: dec('10.05'), accruedInterest: dec('0') },
  })
}

/** A data directory with one stored profile, for the current test. The app has it open, offline, until `close`. */
export async function openStored(rows?: readonly Transaction[], money?: string) {
  const { end, ...stored } = await storeProfile(makeTemporaryDirectory(), rows, money)
  onTestFinished(end)
  return stored
}

/** Stores a profile in an empty data directory. The app has it open, offline, until `end`, which fails if an internal fault was logged. */
export async function storeProfile(dataDir: string, rows: readonly Transaction[] = history, money = '959.5') {
  const stored = profileOf(new URL(service.baseUrl))
  const directory = join(dataDir, 'profiles', stored.id)
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'profile.json'), JSON.stringify(stored))
  const events = new EventBus()
  const faults: unknown[] = []
  const logFault = (where: string, error: unknown): void => void faults.push([where, error])
  const clock = systemClock
  const profile = await openTestProfile({
    ...{ directory, clock, events, logFault, service, budget: createBudget({ clock }) },
    firstWatchlist: [symbol],
  })
  profile.setPaused(true, undefined)
  let isOpen = true
  const close = async (): Promise<void> => {
    if (isOpen) await profile.close()
    isOpen = false
  }
  const end = async (): Promise<void> => {
    await close()
    expect(faults).toEqual([])
  }
  const { cache } = profile
  const positions = [makePosition({ symbol, quantity: dec('6') })]
  cache.accounts.replaceAccount(makeAccount({ id: accountId, positions, cash: [roubles(money)] }), now)
  cache.orders.replaceOrders(accountId, [makeOrder({ accountId })], now)
  cache.instrumentDetails.put(
    { ...makeDetails(), symbol, type: 'EQUITIES', name: 'Сбербанк', quoteCurrency: 'RUB' },
    now,
  )
  cache.quotes.put(makeQuote({ symbol, last: dec('11.05'), close: dec('10'), at: now }), now)
  const dividends = [{ date: dateAgo(60), amount: dec('1.25'), currency: 'RUB' }]
  cache.corporateEvents.replaceDividends(symbol, dividends, now)
  cache.history.putBeginning(accountId, daysAgo(95))
  const store = (more: readonly Transaction[]) =>
    cache.transactions.store(accountId, pack(more), now, { from: daysAgo(100), to: now + 1000 })
  await store(rows)
  const client = openWindow(profile, { dataDir, clock, events, logFault })
  return { dataDir, directory, id: stored.id, profile, client, store, close, end }
}
