import type { Cache } from '#main/cache/cache.ts'
import { LedgerHoldings } from '#main/cache/ledger/ledger-holdings.ts'
import { createLedgerCash } from '#main/cache/ledger/money-sums.ts'
import { formatUnits } from '#main/insight/lots/units.ts'
import { InstrumentMemory } from '#main/ledger/reading/performance/method-holdings.ts'
import { readPerformance } from '#main/ledger/reading/performance/performance-reader.ts'
import type { PerformanceQuestion } from '#main/ledger/reading/performance/question.ts'
import { Reconciler } from '#main/ledger/reading/reconciler.ts'
import { add, subtract, sum } from '#shared/decimal.ts'
import { defaultSettings } from '#shared/default-settings.ts'
import { dayMs } from '#shared/durations.ts'
import type { Performance, PerformanceSums } from '#shared/model/ledger/performance.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { dec } from '../../../cache/open-cache.ts'
import { makeTransaction } from '../../../cache/transactions/make-transactions.ts'
import { makeAccount, makeDetails, makePosition } from '../../../insight/make.ts'
import { finish, fifo, openLedgerRig, makeTrade } from '../../rig.ts'

export const start = Date.UTC(2022, 0, 1)
export const now = start + 800 * dayMs + 5
export const day = (count: number): number => start + count * dayMs

let lastId = 0
const nextId = (): string => String(++lastId)

/** A row of money, with or without an instrument. The sign of `amount` decides the direction. */
export const money = (count: number, category: string, name: string, amount: string, symbol = ''): Transaction =>
  makeTransaction(nextId(), day(count) + 36_000_000, {
    ...{ category, name, symbol, changeQuantity: null, trade: null },
    change: { currency: 'RUB', amount: dec(amount) },
  })
export const deposit = (count: number, amount: string): Transaction =>
  money(count, amount.startsWith('-') ? 'WITHDRAW' : 'DEPOSIT', 'Перевод', amount)

/** A trade at a price: signed pieces. */
export function trade(count: number, symbol: string, pieces: number, price: number): Transaction {
  const row = makeTrade(nextId(), day(count) + 40_000_000, symbol, String(pieces), (-pieces * price).toFixed(2))
  return {
    ...row,
    trade: { size: dec(String(Math.abs(pieces))), price: dec(String(price)), accruedInterest: dec('0') },
  }
}

/** Prices by symbol: the day and the price. */
export type Prices = Readonly<Record<string, readonly (readonly [day: number, price: string])[]>>

/** Accounts with these rows, all loaded. The service states the same figures as the rows. `prepare` adds reference data. */
export async function openPerformance(
  histories: Readonly<Record<string, readonly Transaction[]>>,
  prices: Prices = {},
  prepare: (rig: ReturnType<typeof openLedgerRig>) => void = () => undefined,
) {
  const rig = openLedgerRig()
  const symbols = new Set(Object.values(histories).flatMap((rows) => rows.map(({ symbol }) => symbol)))
  for (const symbol of symbols) {
    if (symbol === '') continue
    rig.cache.instrumentDetails.put(makeDetails({ symbol, type: 'EQUITIES', quoteCurrency: 'RUB' }), 1)
  }
  prepare(rig)
  for (const [id, rows] of Object.entries(histories)) await rig.write(rows, id)
  for (const id of Object.keys(histories)) {
    rig.cache.coverage.cover(id, start, now)
    rig.cache.history.putBeginning(id, start)
  }
  rig.refresh()
  const keys = new Map(
    rig.db.prepare<[], [string, number]>('SELECT account_id, key FROM transaction_account').raw(true).all(),
  )
  for (const id of Object.keys(histories)) {
    const key = keys.get(id) ?? -1
    const positions = new LedgerHoldings(rig.db)
      .quantities(key)
      .filter(({ quantity }) => quantity !== '0')
      .map(({ symbol, quantity }) => ({
        ...{ symbol, quantity: dec(quantity), averagePrice: null, currentPrice: null },
        ...{ dailyPnl: null, unrealizedPnl: null, maintenanceMargin: null },
      }))
    const cash = [...createLedgerCash(rig.db).nanosOf(key)].map(([currency, nanos]) => ({
      currency,
      amount: formatUnits(nanos * 1_000_000_000n),
    }))
    rig.cache.accounts.replaceAccount(makeAccount({ id, cash, positions }), now - 1)
  }
  const reconciler = new Reconciler(rig.db, rig.cache)
  const quotes = new Map(
    Object.entries(prices).map(([symbol, line]) => [
      symbol,
      line.map(([count, price]) => ({
        at: day(count) + 50_000_000,
        price: BigInt(Math.round(Number(price) * 1e6)) * 10n ** 12n,
      })),
    ]),
  )
  const makeQuestion = (changes: Partial<PerformanceQuestion> = {}): PerformanceQuestion => {
    const question = {
      ...{ accountIds: Object.keys(histories), symbol: null, type: null, currency: null },
      ...{ from: start, to: now, choices: fifo, now, quotes, rates: null, recorded: null, isQuick: false },
      knownDay: defaultSettings.knownDay,
      ...changes,
    }
    const compared = question.accountIds.map((id) => reconciler.read(id, fifo, rig.replay.revision))
    return { ...question, compared }
  }
  const memory = new InstrumentMemory(rig.db, rig.cache, rig.replay.instruments)
  const sourceOf = ({ choices }: Pick<PerformanceQuestion, 'choices'>) => ({
    ...{ db: rig.db, tables: rig.cache, known: memory.read(null, choices) },
  })
  const read = (changes: Partial<PerformanceQuestion> = {}): Performance => {
    const question = makeQuestion(changes)
    return finish(readPerformance(sourceOf(question), question))
  }
  return { rig, sourceOf, makeQuestion, read }
}

/** The change of value of a period minus the sum of its parts. It must be 0. */
export function leftOf(sums: Omit<PerformanceSums, 'currency'>): string {
  const known = [sums.netDeposits!, sums.realized!, sums.unrealized!, sums.income!, sums.remainder!]
  const parts = subtract(sum(known), add(sums.fees!, sums.taxes!))
  return subtract(subtract(sums.end!, sums.begin!), parts)
}

export const main = '1900001'
export const other = '1900002'
export const prices: Prices = {
  'A@X': [
    [0, '10'],
    [100, '15'],
    [400, '12'],
    [799, '20'],
  ],
}

/** Ten pieces bought, four of them sold, a dividend with its tax, and money that comes and goes. */
export const exampleRows = (): Transaction[] => [
  deposit(1, '1000'),
  trade(2, 'A@X', 10, 10),
  money(2, 'COMMISSION', 'Комиссия', '-1.5'),
  money(150, 'INCOME', 'Дивиденды', '7', 'A@X'),
  money(150, 'TAX', 'Налог', '-0.91', 'A@X'),
  trade(200, 'A@X', -4, 15),
  deposit(500, '-200'),
]

/** The service states more money, and more pieces of one instrument, than the rows give. */
export function addStatedSurplus(
  { cache }: { readonly cache: Cache },
  { cash, pieces }: { readonly cash: string; readonly pieces: string },
): void {
  const { account } = cache.accounts.get(main)!
  const [held = makePosition({ symbol: 'A@X', quantity: dec('0') })] = account.positions
  cache.accounts.replaceAccount(
    {
      ...account,
      cash: account.cash.map(({ currency, amount }) => ({ currency, amount: add(amount, dec(cash)) })),
      positions: [{ ...held, quantity: add(held.quantity!, dec(pieces)) }],
    },
    now - 1,
  )
}
