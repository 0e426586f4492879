import { absolute, compare, negate, sign, toNumber, type Decimal } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import type { TransactionRow, TransactionKind } from '#shared/model/transaction/transaction.ts'
import type { TradeMark } from '../../chart/trade-marks.ts'
import type { Caller } from '../../lib/host/queries.svelte.ts'

/** An own trade of the instrument: time, price and number of pieces. */
export interface OwnTrade {
  readonly at: number
  readonly price: Decimal
  /** Signed pieces; `null` if the transaction does not state them. */
  readonly pieces: Decimal | null
  readonly isPurchase: boolean
}

export interface OwnTrades {
  /** Oldest first. */
  readonly trades: readonly OwnTrade[]
  /** Whether there are older trades that were not read. */
  readonly isCut: boolean
}

export const noTrades: OwnTrades = { trades: [], isCut: false }

const pageRows = 500
const maxPages = 4

/** Reads the newest trades since `from` (UTC ms), at most 2,000. */
export async function readOwnTrades(
  client: Caller<'transactions.page'>,
  scope: { readonly symbol: string; readonly accountId: string | null; readonly from: number },
): Promise<OwnTrades> {
  const filter = filterOf(scope)
  const trades: OwnTrade[] = []
  let after: string | null = null
  for (let count = 0; count < maxPages; count++) {
    const page: { rows: TransactionRow[]; next: string | null } = await client.call('transactions.page', {
      filter,
      direction: 'newest',
      after,
      limit: pageRows,
    })
    trades.push(...page.rows.flatMap(ownTrade))
    after = page.next
    if (after === null) break
  }
  return { trades: trades.reverse(), isCut: after !== null }
}

function filterOf({ symbol, accountId, from }: { symbol: string; accountId: string | null; from: number }) {
  return {
    conditions: [
      { field: 'symbol', values: [symbol], isNot: false },
      { field: 'trade', isNot: false },
      ...(accountId === null ? [] : [{ field: 'account' as const, values: [accountId], isNot: false }]),
      ...(from === 0 ? [] : [{ field: 'period' as const, from, to: null, isNot: false }]),
    ],
    text: '',
  } satisfies TransactionFilter
}

/**
 * Classifies a transaction as a purchase or sale by its kind. Other transactions with a price, such as an expiration or a
 * split, are not trades.
 */
function ownTrade({ kind, transaction: { at, trade, changeQuantity, change } }: TransactionRow): OwnTrade[] {
  const price = trade?.price ?? null
  if (price === null) return []
  const side = sideOf(kind, changeQuantity, change?.amount ?? null)
  const size = changeQuantity ?? trade?.size ?? null
  const pieces = size === null ? null : side < 0 ? negate(absolute(size)) : absolute(size)
  return side === 0 ? [] : [{ at, price, pieces, isPurchase: side > 0 }]
}

/**
 * 1 is a purchase, -1 a sale. If the kind is unknown, the sign of the pieces decides, or the opposite of the sign of the
 * money.
 */
function sideOf(kind: TransactionKind, pieces: Decimal | null, money: Decimal | null): -1 | 0 | 1 {
  if (kind === 'buy') return 1
  if (kind === 'sell') return -1
  if (kind !== 'unknown') return 0
  const stated = pieces ?? (money === null ? null : negate(money))
  return stated === null ? 0 : sign(stated)
}

/** The trades as marks of a chart; `wordsOf` gives the text of one trade. */
export const marksOf = (trades: readonly OwnTrade[], wordsOf: (trade: OwnTrade) => string): TradeMark[] =>
  trades.map((trade) => ({
    x: trade.at,
    y: toNumber(trade.price),
    isPurchase: trade.isPurchase,
    words: wordsOf(trade),
  }))

/** A short summary of the trades for screen readers; `null` without trades. */
export function tradeWords({ trades, isCut }: OwnTrades, priceText: (price: Decimal) => string): string | null {
  const side = (isPurchase: boolean): string[] => {
    const prices = trades.filter((trade) => trade.isPurchase === isPurchase).map(({ price }) => price)
    const [low] = prices.toSorted(compare)
    const high = prices.toSorted(compare).at(-1)
    if (low === undefined || high === undefined) return []
    const range = low === high ? priceText(low) : `${priceText(low)} – ${priceText(high)}`
    const counted = { count: prices.length, prices: range }
    return [isPurchase ? m.instrument_own_count_purchases(counted) : m.instrument_own_count_sales(counted)]
  }
  const words = [...side(true), ...side(false)].join(', ')
  if (words === '') return null
  return isCut ? m.instrument_own_own_trades_cut({ words }) : m.instrument_own_own_trades({ words })
}
