import { CorruptDatabaseError } from '#main/sqlite/errors.ts'
import { text, type Row, decimalOrNull, flag, integer, integerOrNull, textOrNull } from '#main/sqlite/row.ts'
import { readCurrency, unreadableCurrency } from '#shared/currency-code.ts'
import { parseDecimal } from '#shared/decimal.ts'
import { KindRule, TransactionKind, UnreadableField, type Transaction } from '#shared/model/transaction/transaction.ts'
import type { Money } from '#shared/model/values.ts'
import { joinAmount, type AmountParts } from './amount.ts'
import { signOfAccount } from './currency-sign.ts'

const kinds = new Map(TransactionKind.options.map((kind) => [kind as string, kind]))
const rules = new Map(KindRule.options.map((rule) => [rule as string, rule]))

/** Reads a stored kind. Throws CorruptDatabaseError for an unknown name. */
export function readKind(row: Row, column: string): TransactionKind {
  const kind = kinds.get(text(row, column))
  if (kind === undefined) throw new CorruptDatabaseError({ is: 'stored-value', found: 'kind' })
  return kind
}

/** Reads the rule that found a stored kind. Throws CorruptDatabaseError for an unknown name. */
function readRule(row: Row, column: string): KindRule {
  const rule = rules.get(text(row, column))
  if (rule === undefined) throw new CorruptDatabaseError({ is: 'stored-value', found: 'kind-rule' })
  return rule
}

/** A transaction with its account, its instrument's name and its age. */
export interface StoredTransaction {
  readonly accountId: string
  readonly transaction: Transaction
  /** From the reference data of the instrument; null if it is not in the cache. */
  readonly instrumentName: string | null
  /** The type of the instrument, from the same source. */
  readonly instrumentType: string | null
  readonly kind: TransactionKind
  /** How the kind was found. */
  readonly kindRule: KindRule
  /** Set if the service states no currency of the money and the account has only this one. */
  readonly isCurrencyAssumed?: true | undefined
  /** Set if the service states a currency of the money that cannot be read. */
  readonly isCurrencyUnreadable?: true | undefined
  /** The sign that it states, if it is one of several currencies and the instrument does not say of which. */
  readonly currencySign?: string | undefined
  /** UTC ms at which this content was first read. */
  readonly fetchedAt: number
}

/** Who says the currency of an amount: the service, or Tidemark because its account has only this one. */
export type CurrencySource = 'stated' | 'assumed' | 'unknown'

/** The source of a currency; `''` is an unknown one. */
export const currencySourceOf = (currency: string, isAssumed: boolean): CurrencySource =>
  currency === '' ? 'unknown' : isAssumed ? 'assumed' : 'stated'

/** A transaction as the service states it, without an assumed currency. */
export function asStated({
  transaction,
  isCurrencyAssumed,
  isCurrencyUnreadable,
  currencySign = unreadableCurrency,
}: StoredTransaction): Transaction {
  const { change } = transaction
  if (change === null || (isCurrencyAssumed ?? isCurrencyUnreadable) === undefined) return transaction
  return { ...transaction, change: { ...change, currency: isCurrencyAssumed ? '' : currencySign } }
}

/** The columns with the content of a transaction, in the order of `encodeTransaction`. */
export const contentColumns = [
  'dimension',
  'at_ms',
  'at_text',
  'units',
  'nanos',
  'change_quantity',
  'size',
  'price',
  'accrued_interest',
  'unreadable',
] as const

type Content = readonly (string | number | bigint | null)[]

/** Returns why a row cannot be stored; null if it can. `parts` are the parts of its amount. */
export function findFault(
  { id, change }: Transaction,
  parts: AmountParts | null,
): { readonly path: string; readonly reason: string } | null {
  if (id === '') return { path: 'id', reason: 'no id: it cannot be distinguished from others' }
  if (change !== null && parts === null) {
    return { path: 'change', reason: 'an amount with more than nine decimals or beyond 64 bits' }
  }
  return null
}

/** The values of `contentColumns`. */
export function encodeTransaction(transaction: Transaction, dimension: number, parts: AmountParts | null): Content {
  const { at, atText, changeQuantity, trade, unreadable } = transaction
  const amount = parts === null ? [null, null] : [parts.units, parts.nanos]
  const traded = trade === null ? [null, null, null] : [trade.size, trade.price, trade.accruedInterest]
  const lacking = unreadable?.join(' ') ?? null
  return [dimension, at, atText === usualText(at) ? null : atText, ...amount, changeQuantity, ...traded, lacking]
}

/** The columns that `decodeTransaction` reads, of a row `t` and its dimension `d`. */
export const transactionColumns = `
  t.key, t.id, t.at_ms, t.at_text, CAST(t.units AS TEXT) AS units_text, t.nanos, t.change_quantity, d.has_trade, t.size,
  t.price, t.accrued_interest, t.unreadable, t.fetched_at, a.account_id, c.name AS category_name, s.name, s.symbol, s.instrument_name, s.instrument_type,
  y.code AS currency_code, y.account AS currency_account, k.name AS kind, d.rule`

/** The joins for these columns. CROSS JOIN fixes the order of the loops: one lookup in each. */
export const transactionJoins = `
  CROSS JOIN transaction_dimension d ON d.key = t.dimension
  CROSS JOIN transaction_account a ON a.key = t.account
  CROSS JOIN transaction_subject s ON s.key = d.subject
  CROSS JOIN transaction_category c ON c.key = d.category
  CROSS JOIN transaction_kind k ON k.key = d.kind
  LEFT JOIN transaction_currency y ON y.key = d.currency`

/** Reads a row of `transactionColumns`. */
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
    ...readUnreadable(row),
  }
  return {
    accountId: text(row, 'account_id'),
    transaction,
    instrumentName: textOrNull(row, 'instrument_name'),
    instrumentType: textOrNull(row, 'instrument_type'),
    kind: readKind(row, 'kind'),
    kindRule: readRule(row, 'rule'),
    ...(isAssumed(row) && { isCurrencyAssumed: true }),
    ...unreadable(row),
    fetchedAt: integer(row, 'fetched_at'),
  }
}

const unreadableFields = new Map(UnreadableField.options.map((field) => [field as string, field]))

/** The fields that a stored row lacks. An unknown name is of a later version. */
function readUnreadable(row: Row): Pick<Transaction, 'unreadable'> {
  const names = textOrNull(row, 'unreadable')
  return names === null ? {} : { unreadable: names.split(' ').flatMap((name) => unreadableFields.get(name) ?? []) }
}

/** An account has an entry for its money without a stated currency, whose code is empty if none is assumed. */
const isAssumed = (row: Row): boolean =>
  (integerOrNull(row, 'currency_account') ?? 0) > 0 && textOrNull(row, 'currency_code') !== ''

function unreadable(row: Row): Pick<StoredTransaction, 'isCurrencyUnreadable' | 'currencySign'> {
  const account = integerOrNull(row, 'currency_account')
  if (account === null || account > 0 || textOrNull(row, 'currency_code') !== '') return {}
  const sign = signOfAccount(account)
  return { isCurrencyUnreadable: true, ...(sign !== null && { currencySign: sign }) }
}

function decodeChange(row: Row): Money | null {
  const code = textOrNull(row, 'currency_code')
  const units = textOrNull(row, 'units_text')
  const nanos = integerOrNull(row, 'nanos')
  if (code === null || units === null || nanos === null) return null
  const amount = parseDecimal(joinAmount(units, nanos))
  if (amount === null) throw new CorruptDatabaseError({ is: 'stored-value', found: 'amount' })
  return { currency: currencyOf(code), amount }
}

/** The currency of a row: a code. Earlier versions stored it as the service writes it. */
function currencyOf(stored: string): string {
  let code = codes.get(stored)
  if (code === undefined) codes.set(stored, (code = readCurrency(stored) ?? ''))
  return code
}
/** One entry for each stored currency: reading one takes longer than the rest of a row. */
const codes = new Map<string, string>()

/** The usual text of a time (UTC ms). If the service sends another text, it is stored in `at_text`. */
export const usualText = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z')
