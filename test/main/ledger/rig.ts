import { createCache } from '../../../src/main/cache/cache.ts'
import { LedgerHoldings } from '../../../src/main/cache/ledger/holdings.ts'
import { readHolding } from '../../../src/main/insight/ledger/holding-text.ts'
import type { HoldingState } from '../../../src/main/insight/ledger/holding-state.ts'
import type { LedgerChoices } from '../../../src/main/ledger/replay/replay-inputs.ts'
import { createOwnAccounts } from '../../../src/main/ledger/reading/history.ts'
import { LedgerReplay, type ReplayResult } from '../../../src/main/ledger/replay/ledger-replay.ts'
import type { Db } from '../../../src/main/sqlite/db.ts'
import { pack } from '../../../src/main/threads/packed-rows.ts'
import type { Transaction } from '../../../src/shared/model/transaction/transaction.ts'
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
