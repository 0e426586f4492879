import { expect } from 'vitest'
import { valueAccount, type QuoteAt } from '#main/insight/day/value-account.ts'
import { PastDaysReader } from '#main/ledger/reading/past-days-reader.ts'
import type { PastDaysRead } from '#main/ledger/reading/past-instruments.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { dayMs } from '#shared/durations.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { dec } from '../../cache/open-cache.ts'
import { makeTransaction } from '../../cache/transactions/make-transactions.ts'
import { makeDetails } from '../../insight/make.ts'
import { fifo, finish, openLedgerRig } from '../rig.ts'

export const start = Date.UTC(2024, 0, 1)
export const day = (count: number): number => start + count * dayMs
export const now = day(400)
export const other = '1900002'
export const symbols = ['AAA@XXXX', 'BBB@XXXX']

export const deposit = (id: string, at: number, money: number): Transaction =>
  makeTransaction(id, at, {
    ...{ category: money < 0 ? 'WITHDRAW' : 'DEPOSIT', name: 'Перевод' },
    change: { currency: 'RUB', amount: dec(String(money)) },
  })

export const trade = (id: string, at: number, pieces: number, price: number, symbol = 'AAA@XXXX'): Transaction =>
  makeTransaction(id, at, {
    ...{ category: 'OTHERS', name: pieces < 0 ? 'Продажа актива' : 'Покупка актива', symbol },
    change: { currency: 'RUB', amount: dec(String(-pieces * price)) },
    changeQuantity: dec(String(pieces)),
    trade: { size: dec(String(Math.abs(pieces))), price: dec(String(price)), accruedInterest: dec('0') },
  })

/** Rows with the time at which each was read. */
export type ReadRow = readonly [row: Transaction, readAt: number]

export async function openDays(histories: Readonly<Record<string, readonly ReadRow[]>>) {
  const rig = openLedgerRig()
  for (const symbol of symbols)
    rig.cache.instrumentDetails.put(makeDetails({ symbol, type: 'EQUITIES', quoteCurrency: 'RUB' }), now)
  for (const [id, rows] of Object.entries(histories)) {
    for (const [row, readAt] of rows) await rig.cache.transactions.store(id, pack([row]), readAt, null)
    rig.cache.coverage.cover(id, start, now)
    rig.cache.history.putBeginning(id, start)
  }
  rig.refresh()
  const reader = new PastDaysReader(rig.db, rig.cache, rig.replay.instruments)
  /** Reads from the stored series. The result must equal a replay of all rows. */
  function read(moments: readonly number[], isThen = false, accountIds = Object.keys(histories)): PastDaysRead {
    const question = { accountIds, choices: fifo, moments, isThen, now, compared: [] }
    expect(rig.replay.isCurrent(fifo)).toBe(true)
    const found = finish(reader.steps({ ...question, revision: rig.replay.revision }))
    const replayed = finish(reader.steps({ ...question, revision: null }))
    expect(plain(found)).toEqual(plain(replayed))
    return found
  }
  return { rig, read }
}

/** Sorted, and without values that differ only in form: a split of 20/1 equals 2/0.1. */
export const plain = ({ accounts }: PastDaysRead) =>
  accounts.map(({ states, window, ...account }) => ({
    ...account,
    states: states.map(({ cash, blocked, held }) => ({
      ...{ cash: new Map([...cash].sort()), blocked },
      held: held
        .map(({ traded, splitAt, ...own }) => ({
          ...{ ...own, splitAt, at: traded?.at ?? null },
          price: traded === null ? null : Number(traded.numerator) / Number(traded.denominator),
        }))
        .sort((a, b) => (a.symbol < b.symbol ? -1 : 1)),
    })),
    window: window && { ...window, bySymbol: window.bySymbol.size },
  }))

export const noQuotes: QuoteAt = () => null

/** The first account at each moment, with its value. */
export function valued(
  { accounts: [account], instruments }: PastDaysRead,
  moments: readonly number[],
  quoteAt = noQuotes,
) {
  const known = new Map(instruments.map(({ symbol, instrument }) => [symbol, instrument]))
  return account!.states.map((state, index) =>
    valueAccount(state, (symbol) => known.get(symbol)!, moments[index]!, quoteAt),
  )
}
