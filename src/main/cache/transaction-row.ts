import type { Transaction } from '../../shared/model/transaction.ts'
import type { Money } from '../../shared/model/values.ts'
import { parseDecimal } from '../../shared/decimal.ts'
import { CorruptDatabaseError } from '../sqlite/errors.ts'
import { decimalOrNull, flag, integer, integerOrNull, text, textOrNull, type Row } from '../sqlite/row.ts'
import { joinAmount, splitAmount } from './amount.ts'
import type { KeyOf } from './dictionary.ts'

/** A transaction with what it takes to say where it comes from. */
export interface StoredTransaction {
  readonly accountId: string
  readonly transaction: Transaction
  /** UTC ms at which this content was first read. */
  readonly fetchedAt: number
}

/** The columns a transaction's content fills, in the order of `encodeTransaction`. */
export const contentColumns = [
  'at_ms',
  'at_text',
  'subject',
  'category',
  'currency',
  'units',
  'nanos',
  'change_quantity',
  'has_trade',
  'size',
  'price',
  'accrued_interest',
] as const

/** The dictionaries of one batch. */
interface TransactionDictionaries {
  readonly categoryOf: KeyOf
  readonly currencyOf: KeyOf
  readonly subjectOf: KeyOf
}

type Content = readonly (string | number | bigint | null)[]

/** Why a row cannot be kept; null when it can. */
export function findFault(transaction: Transaction): { readonly path: string; readonly reason: string } | null {
  if (transaction.id === '') return { path: 'id', reason: 'no id: it could not be told from others' }
  if (transaction.change !== null && splitAmount(transaction.change.amount) === null) {
    return { path: 'change', reason: 'an amount with more than nine decimals or beyond 64 bits' }
  }
  return null
}

/** The values of `contentColumns`. The row must be without fault. */
export function encodeTransaction(transaction: Transaction, dictionaries: TransactionDictionaries): Content {
  const { at, atText, name, symbol, change, changeQuantity, trade } = transaction
  const category = dictionaries.categoryOf(transaction.category)
  const subject = dictionaries.subjectOf(name, symbol, category)
  const parts = change === null ? null : splitAmount(change.amount)
  const money =
    change === null || parts === null
      ? [null, null, null]
      : [dictionaries.currencyOf(change.currency), parts.units, parts.nanos]
  const traded = trade === null ? [0, null, null, null] : [1, trade.size, trade.price, trade.accruedInterest]
  return [at, atText === usualText(at) ? null : atText, subject, category, ...money, changeQuantity, ...traded]
}

/** Reads a row joined with its dictionaries: `account_id`, `category_name`, `currency_code`, `name`, `symbol`, `units_text`. */
export function decodeTransaction(row: Row): StoredTransaction {
  const at = integer(row, 'at_ms')
  const transaction: Transaction = {
    id: text(row, 'id'),
    at,
    atText: textOrNull(row, 'at_text') ?? usualText(at),
    category: text(row, 'category_name'),
    name: text(row, 'name'),
    symbol: text(row, 'symbol'),
    change: decodeChange(row),
    changeQuantity: decimalOrNull(row, 'change_quantity'),
    trade: flag(row, 'has_trade')
      ? {
          size: decimalOrNull(row, 'size'),
          price: decimalOrNull(row, 'price'),
          accruedInterest: decimalOrNull(row, 'accrued_interest'),
        }
      : null,
  }
  return { accountId: text(row, 'account_id'), transaction, fetchedAt: integer(row, 'fetched_at') }
}

function decodeChange(row: Row): Money | null {
  const currency = textOrNull(row, 'currency_code')
  const units = textOrNull(row, 'units_text')
  const nanos = integerOrNull(row, 'nanos')
  if (currency === null || units === null || nanos === null) return null
  const amount = parseDecimal(joinAmount(units, nanos))
  if (amount === null) throw new CorruptDatabaseError('A stored amount is not a number.')
  return { currency, amount }
}

/** The form transactions carry their time in; any other is kept as text beside it. */
const usualText = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z')
