import { decimalOf, parseDecimal, zero, type Decimal } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import type { Account } from '#shared/model/account.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { seededRandom } from '../../test/fakes/random.ts'

/** A seeded history of one account over ten years, and the account as its service states it. Both agree. */
export interface LedgerSet {
  readonly accountId: string
  readonly symbols: readonly string[]
  readonly beginsAt: number
  readonly endsAt: number
  /** Rows in parts, oldest first. */
  chunks(): Generator<readonly Transaction[]>
  /** The account after all parts, and after the purchases of `purchaseOf` in `later`. */
  account(later?: { readonly symbol: string; readonly pieces: number }): Account
}

const endsAt = Date.UTC(2026, 0, 1)

/** The shape of the history. Default: ten years without deposits. */
interface LedgerShape {
  readonly years?: number
  /** A deposit after each of this many rows; `null`: never. */
  readonly depositEvery?: number | null
}

const rowsPerChunk = 5_000

/** Trades, their commissions, and dividends of `symbolCount` instruments. Sales close lots that purchases opened. */
export function createLedgerSet(rows: number, symbolCount: number, shape: LedgerShape = {}): LedgerSet {
  const { years = 10, depositEvery = null } = shape
  const beginsAt = Date.UTC(2026 - years, 0, 1)
  const random = seededRandom(11)
  const symbols = Array.from({ length: symbolCount }, (_, index) => `L${String(index).padStart(4, '0')}@MISX`)
  const held = new Map<string, number>()
  let cents = 0n
  const accountId = '1900001'

  function rowAt(index: number): Transaction {
    const at = beginsAt + Math.floor(((endsAt - beginsAt) * index) / rows / 1000) * 1000
    const symbol = symbols[Math.floor(random() ** 1.5 * symbolCount)] ?? ''
    if (depositEvery !== null && index % depositEvery === 0)
      return money(index, at, 'DEPOSIT', 'Ввод денежных средств', '', 100_000 + (index % 977))
    const kind = random()
    if (kind < 0.3) return money(index, at, 'COMMISSION', 'Брокерская комиссия', '', -1 - Math.floor(random() * 900))
    if (kind < 0.4) return money(index, at, 'INCOME', 'Дивиденды', symbol, 1 + Math.floor(random() * 90_000))
    const before = held.get(symbol) ?? 0
    const pieces =
      before > 40 || (before > 0 && random() < 0.5) ? -Math.ceil(random() * before) : 1 + Math.floor(random() * 20)
    held.set(symbol, before + pieces)
    const priceCents = 1_000 + Math.floor(random() * 90_000)
    return {
      ...money(index, at, 'OTHERS', pieces > 0 ? 'Покупка актива' : 'Продажа актива', symbol, -pieces * priceCents),
      changeQuantity: decimalOf(pieces),
      trade: { size: decimalOf(Math.abs(pieces)), price: inMoney(BigInt(priceCents)), accruedInterest: zero },
    }
  }

  function money(
    index: number,
    at: number,
    category: string,
    name: string,
    symbol: string,
    amount: number,
  ): Transaction {
    cents += BigInt(amount)
    return {
      ...{ id: String(3_000_000_000 + index), at, atText: new Date(at).toISOString().replace('.000Z', 'Z') },
      ...{ category, name, symbol, changeQuantity: null, trade: null },
      change: { currency: 'RUB', amount: inMoney(BigInt(amount)) },
    }
  }

  return {
    ...{ accountId, symbols, beginsAt, endsAt },
    *chunks() {
      for (let first = 0; first < rows; first += rowsPerChunk) {
        yield Array.from({ length: Math.min(rowsPerChunk, rows - first) }, (_, index) => rowAt(first + index))
      }
    },
    account: (later = { symbol: '', pieces: 0 }) => ({
      ...{
        id: accountId,
        type: 'UNION',
        status: 'ACCOUNT_ACTIVE',
        equity: null,
        unrealizedProfit: null,
        portfolio: null,
      },
      ...{ openedAt: beginsAt, firstTradeAt: beginsAt, firstNonTradeAt: beginsAt },
      positions: [...held].flatMap(([symbol, before]) => {
        const quantity = before + (symbol === later.symbol ? later.pieces : 0)
        return quantity === 0 ? [] : [positionOf(symbol, quantity)]
      }),
      cash: [{ currency: 'RUB', amount: inMoney(cents - 100n * BigInt(later.pieces)) }],
    }),
  }
}

const inMoney = (cents: bigint): Decimal => parseDecimal(`${cents}e-2`) ?? zero

const positionOf = (symbol: string, quantity: number): Account['positions'][number] => ({
  ...{ symbol, quantity: decimalOf(quantity), averagePrice: null, currentPrice: null },
  ...{ maintenanceMargin: null, dailyPnl: null, unrealizedPnl: null },
})

/** A purchase of one piece for one rouble. */
export const purchaseOf = (id: string, at: number, symbol: string): Transaction => ({
  ...{ id, at, atText: new Date(at).toISOString().replace('.000Z', 'Z'), category: 'OTHERS', name: 'Покупка актива' },
  ...{ symbol, changeQuantity: decimalOf(1), change: { currency: 'RUB', amount: decimalOf(-1) } },
  trade: { size: decimalOf(1), price: decimalOf(1), accruedInterest: zero },
})

/** Eight years before the end of the history. */
export const eightYearsLate = endsAt - 8 * 365 * dayMs
