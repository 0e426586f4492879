import { createCache } from '#main/cache/cache.ts'
import { LedgerHoldings } from '#main/cache/ledger/ledger-holdings.ts'
import type { HoldingState } from '#main/insight/ledger/holding-state.ts'
import { readHolding } from '#main/insight/ledger/holding-text.ts'
import { createOwnAccounts } from '#main/ledger/reading/history.ts'
import { LedgerReplay, type ReplayResult } from '#main/ledger/replay/ledger-replay.ts'
import type { LedgerChoices } from '#main/ledger/replay/replay-inputs.ts'
import type { Db } from '#main/sqlite/db.ts'
import { pack } from '#main/threads/packed-rows.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { openTestCache, dec } from '../cache/open-cache.ts'
import { makeTransaction } from '../cache/transactions/make-transactions.ts'

export const fifo: LedgerChoices = { method: 'fifo', openings: [], maturities: [] }
export const accountId = '1900001'

/** A trade: signed pieces for money; time in UTC ms. */
export const makeTrade = (id: string, at: number, symbol: string, pieces: string, money: string): Transaction =>
  makeTransaction(id, at, {
    category: 'OTHERS',
    name: pieces.startsWith('-') ? 'Продажа актива' : 'Покупка актива',
    symbol,
    change: { currency: 'RUB', amount: dec(money) },
    changeQuantity: dec(pieces),
    trade: { size: dec(pieces.replace('-', '')), price: dec('1'), accruedInterest: dec('0') },
  })

/** A cache in memory with a replay. */
export function openLedgerRig(db: Db = openTestCache()) {
  const cache = createCache(db)
  const loaded = { areAll: true }
  const own = { ...createOwnAccounts(db, cache), isLoaded: () => loaded.areAll }
  const replay = new LedgerReplay(db, own)
  const accountKey = db.prepare<[string], number>('SELECT key FROM transaction_account WHERE account_id = ?').pluck()
  return {
    ...{ db, cache, replay, loaded },
    write: (rows: readonly Transaction[], account = accountId) =>
      cache.transactions.store(account, pack(rows), 1, null),
    refresh: (choices = fifo): ReplayResult => finish(replay.steps(choices)),
    /** The stored holding; null without one. */
    holding(symbol: string, account = accountId): HoldingState | null {
      const stored = new LedgerHoldings(db).get(accountKey.get(account) ?? -1, symbol)
      return stored === null ? null : readHolding(stored.state)
    },
  }
}

/** Runs all steps; returns the result. */
export function finish<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}
