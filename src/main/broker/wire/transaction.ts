import { z } from 'zod'
import type { Decimal } from '../../../shared/decimal.ts'
import type { Transaction, TransactionTrade } from '../../../shared/model/transaction.ts'
import { pack, type Packed } from '../../threads/packed.ts'
import { decodeRows, type Malformed, type Rows } from './decode.ts'
import { rawDecimal, rawId, rawMoney, refuse } from './fields.ts'
import { readDecimal, readInstant, readMoney } from './read.ts'

/** A page of transactions: which they are, and apart from that what they hold. */
export interface TransactionPage {
  /** In the order sent: the service promises none. `at` in UTC ms. */
  readonly rows: readonly Pick<Transaction, 'id' | 'at'>[]
  /** In the order of time, in which they are kept twice as fast as newest first. */
  readonly content: Packed<Transaction>
  /** Times among them are stated more finely than in milliseconds. */
  readonly isFine: boolean
  readonly malformed: readonly Malformed[]
  /** Rows as sent, bad ones too: as many as asked for means cut off. */
  readonly received: number
}

const rawTrade = z.object({ size: rawDecimal, price: rawDecimal, accrued_interest: rawDecimal })

// A million of these are read for a long history: zod checks the types alone, and plain code reads the figures. That is
// several times faster than a transform on each field.
const transaction: z.ZodType<Transaction> = z
  .object({
    id: rawId,
    timestamp: z.string(),
    category: z.string().nullish(),
    transaction_category: z.string().nullish(),
    transaction_name: z.string().nullish(),
    symbol: z.string().nullish(),
    change: rawMoney,
    change_qty: rawDecimal,
    trade: rawTrade.nullish(),
  })
  .transform((raw, ctx): Transaction => {
    const at = readInstant(raw.timestamp)
    if (at === undefined || at === null) return refuse(ctx, 'instant', 'timestamp')
    const change = readMoney(raw.change)
    if (change === undefined) return refuse(ctx, 'money', 'change')
    return {
      id: String(raw.id),
      at,
      atText: raw.timestamp,
      category: raw.transaction_category || raw.category || '',
      name: raw.transaction_name ?? '',
      symbol: raw.symbol ?? '',
      change,
      changeQuantity: figure(raw.change_qty, ctx, 'change_qty'),
      trade: raw.trade === null || raw.trade === undefined ? null : readTrade(raw.trade, ctx),
    }
  })

const readTrade = (raw: z.output<typeof rawTrade>, ctx: z.RefinementCtx): TransactionTrade => ({
  size: figure(raw.size, ctx, 'trade', 'size'),
  price: figure(raw.price, ctx, 'trade', 'price'),
  accruedInterest: figure(raw.accrued_interest, ctx, 'trade', 'accrued_interest'),
})

function figure(raw: z.output<typeof rawDecimal>, ctx: z.RefinementCtx, ...path: string[]): Decimal | null {
  const value = readDecimal(raw?.value ?? '')
  return value === undefined ? refuse(ctx, 'decimal', ...path, 'value') : value
}

/** `GET /v1/accounts/{account_id}/transactions`. */
export const decodeTransactions = (json: unknown): TransactionPage =>
  packTransactions(decodeRows(json, 'transactions', transaction))

const finerThanMs = /\.\d{4}/

/** A page of these rows. */
export const packTransactions = ({ rows, malformed }: Rows<Transaction>): TransactionPage => ({
  rows: rows.map(({ id, at }) => ({ id, at })),
  content: pack(rows.toSorted((a, b) => a.at - b.at)),
  isFine: rows.some(({ atText }) => finerThanMs.test(atText)),
  malformed,
  received: rows.length + malformed.length,
})
