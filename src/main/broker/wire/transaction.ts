import { z } from 'zod'
import { isSharedSign, unreadableCurrency } from '#shared/currency-code.ts'
import { zero, type Decimal } from '#shared/decimal.ts'
import type { LostRow, Transaction, TransactionTrade, UnreadableField } from '#shared/model/transaction/transaction.ts'
import type { Instant, Money } from '#shared/model/values.ts'
import { oldestRecordsAt } from '#shared/period.ts'
import { pack, type Packed } from '../../threads/packed-rows.ts'
import { readInstant } from './dates.ts'
import { decodeRows, type Malformed, type Rows, readDecimal } from './decode.ts'
import { seen } from './enumerations.ts'
import { rawDecimal, rawId, rawMoney, refuse, textOf } from './fields.ts'
import { isNoMoney, readMoney } from './money.ts'
import type { Path } from './parse-known.ts'
import { visibleKey } from './visible-key.ts'

const fields: ReadonlyMap<PropertyKey | undefined, UnreadableField> = new Map([
  ['category', 'category'],
  ['transaction_category', 'category'],
  ['transaction_name', 'name'],
  ['symbol', 'symbol'],
  ['change_qty', 'quantity'],
])
const tradeFields: ReadonlyMap<PropertyKey | undefined, UnreadableField> = new Map([
  ['size', 'size'],
  ['price', 'price'],
  ['accrued_interest', 'accrued-interest'],
])

const isCurrency = ([field, part]: Path): boolean => field === 'change' && part === 'currency_code'

/**
 * Whether a transaction is kept without a value that cannot be read. Without its id it cannot be told from others, without
 * its time and its money it would be in the wrong figures or in none.
 */
const mayLack = (path: Path): boolean => isCurrency(path) || path[0] === 'trade' || fields.has(path[0])

/** Names the values that a transaction is kept without. */
function markUnreadable(row: Transaction, left: readonly Path[]): Transaction {
  const names = new Set(
    left.flatMap(([field, part]) =>
      field === 'trade' ? (tradeFields.get(part) ?? 'trade') : (fields.get(field) ?? []),
    ),
  )
  // The service sends the category twice.
  if (row.category !== '') names.delete('category')
  const { change, trade, changeQuantity } = row
  const lacksSize = names.has('size') || names.has('trade')
  return {
    ...row,
    change: change !== null && left.some(isCurrency) ? { ...change, currency: unreadableCurrency } : change,
    // The service sends 0 where the trade has the pieces.
    changeQuantity: lacksSize && changeQuantity === zero ? null : changeQuantity,
    // It sends trades of zeros where there is none. What cannot be read does not make them a trade.
    trade: trade === null || Object.values(trade).every((value) => value === null || value === zero) ? null : trade,
    ...(names.size > 0 && { unreadable: [...names] }),
  }
}

/** A page of transactions: their ids and times, and their content packed. */
export interface TransactionPage {
  /** In the order of the response, which may be any. `at` is UTC ms. */
  readonly rows: readonly Pick<Transaction, 'id' | 'at'>[]
  /** Oldest first: in this order the cache stores rows twice as fast. */
  readonly content: Packed<Transaction>
  /** Whether some times are more precise than a millisecond. */
  readonly isFine: boolean
  readonly malformed: readonly Malformed[]
  /** The malformed rows. */
  readonly lost: readonly LostRow[]
  /** The number of rows as sent, including malformed ones. If it equals the limit, the response is truncated. */
  readonly received: number
}

const rawTrade = z.object({ size: rawDecimal, price: rawDecimal, accrued_interest: rawDecimal })

// A long history has a million of these rows. So zod checks only the types, and plain code reads the figures: this is
// several times faster than a transform of each field.
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
    const at = readTime(raw.timestamp)
    if (at === null) return refuse(ctx, 'instant', 'timestamp')
    const change = readMoney(raw.change)
    const hasCurrency = (raw.change?.currency_code ?? '') !== ''
    if (change === undefined || (change === null && hasCurrency)) return refuse(ctx, 'money', 'change')
    return {
      id: visibleKey(String(raw.id)),
      at,
      atText: raw.timestamp,
      category: seen('transactionCategory', textOf(raw.transaction_category || raw.category)),
      name: textOf(raw.transaction_name),
      symbol: visibleKey(raw.symbol ?? ''),
      change: change === null || isNoMoney(change) ? null : withUnreadable(change, raw.change?.currency_code ?? ''),
      changeQuantity: figure(raw.change_qty, ctx, 'change_qty'),
      trade: raw.trade === null || raw.trade === undefined ? null : readTrade(raw.trade, ctx),
    }
  })

/** No transaction is older: such a time is a mistake of the service, as year 1 is. Null if there is no possible time. */
function readTime(text: string): Instant | null {
  const at = readInstant(text) ?? null
  return at === null || at < oldestRecordsAt ? null : at
}

/**
 * Tells a currency that cannot be read from one that is not stated. A sign of several currencies stays: the instrument of
 * the row, which may become known later, decides which of them it is.
 */
function withUnreadable(money: Money, stated: string): Money {
  const sign = stated.trim()
  if (money.currency !== '' || sign === '') return money
  return { ...money, currency: isSharedSign(sign) ? sign : unreadableCurrency }
}

/** The service sends zeros for unset fields, so a trade with only zeros is no trade. */
function readTrade(raw: z.output<typeof rawTrade>, ctx: z.RefinementCtx): TransactionTrade | null {
  const trade = {
    size: figure(raw.size, ctx, 'trade', 'size'),
    price: figure(raw.price, ctx, 'trade', 'price'),
    accruedInterest: figure(raw.accrued_interest, ctx, 'trade', 'accrued_interest'),
  }
  return Object.values(trade).every((value) => value === zero) ? null : trade
}

function figure(raw: z.output<typeof rawDecimal>, ctx: z.RefinementCtx, ...path: string[]): Decimal | null {
  const value = readDecimal(raw?.value ?? '')
  return value === undefined ? refuse(ctx, 'decimal', ...path, 'value') : value
}

/** Without another limit no transaction is later. */
const latestPossible = Date.UTC(2101, 0, 1)

/**
 * `GET /v1/accounts/{account_id}/transactions`. Rows later than `latest` (UTC ms) have an impossible time: they are lost, as
 * are those whose id, time or money cannot be read.
 */
export function decodeTransactions(
  json: unknown,
  { latest = latestPossible }: { readonly latest?: Instant | undefined } = {},
): TransactionPage {
  const lost: LostRow[] = []
  const { rows, malformed } = decodeRows(json, 'transactions', transaction, {
    mayLack,
    mark: markUnreadable,
    onMalformed: (row) => lost.push(readLost(row, latest)),
  })
  const late = rows.filter(({ at }) => at > latest)
  if (late.length === 0) return packTransactions({ rows, malformed }, lost)
  const faults = late.map(() => ({ path: 'transactions[*].timestamp', reason: 'not a timestamp' }))
  return packTransactions({ rows: rows.filter(({ at }) => at <= latest), malformed: [...malformed, ...faults] }, [
    ...lost,
    ...late.map(({ id }) => ({ id, at: null })),
  ])
}

const anyRow = z.looseObject({})

/** What can be read of a row that is not kept. */
function readLost(row: unknown, latest: Instant): LostRow {
  const { id, timestamp } = anyRow.safeParse(row).data ?? {}
  const at = typeof timestamp === 'string' ? readTime(timestamp) : null
  const readId = rawId.safeParse(id)
  return { id: readId.success ? visibleKey(String(readId.data)) : null, at: at !== null && at <= latest ? at : null }
}

const finerThanMs = /\.\d{4}/

/** Packs rows into a page. */
export const packTransactions = (
  { rows, malformed }: Rows<Transaction>,
  lost: readonly LostRow[] = [],
): TransactionPage => ({
  rows: rows.map(({ id, at }) => ({ id, at })),
  content: pack(rows.toSorted((a, b) => a.at - b.at)),
  isFine: rows.some(({ atText }) => finerThanMs.test(atText)),
  malformed,
  lost,
  received: rows.length + malformed.length,
})
