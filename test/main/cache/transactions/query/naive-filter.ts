import { kindOf } from '#main/insight/kinds/kind-of.ts'
import { add, compare, sign, zero, type Decimal } from '#shared/decimal.ts'
import type { TransactionTotals } from '#shared/model/transaction/history.ts'
import type { FilterCondition, TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import type { TransactionRow, TransactionKind, Transaction } from '#shared/model/transaction/transaction.ts'
import { kindTitles } from '#shared/text/transaction-kinds.ts'

const micOf = (symbol: string): string => (symbol.includes('@') ? symbol.slice(symbol.lastIndexOf('@') + 1) : '')
const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/** The expected stored row, with the kind that the rules find. */
export function rowOf(
  accountId: string,
  transaction: Transaction,
  instrument: { readonly name: string | null; readonly type: string } | null = null,
): TransactionRow {
  const { kind, rule } = kindOf({
    ...{ category: transaction.category, name: transaction.name, symbol: transaction.symbol, nearEvents: [] },
    instrumentType: instrument?.type ?? null,
    hasTrade: transaction.trade !== null,
    hasBothAmounts: false,
    moneySign: sign(transaction.change?.amount ?? zero),
    quantitySign: sign(transaction.changeQuantity ?? zero),
  })
  const [instrumentName, instrumentType] = [instrument?.name ?? null, instrument?.type ?? null]
  return { accountId, transaction, instrumentName, instrumentType, kind, kindRule: rule }
}

/** A filter in the simplest code: the reference for the results of the cache. */
export function matches({ conditions, text }: TransactionFilter, row: TransactionRow): boolean {
  const { name, symbol, category } = row.transaction
  const fields = [name, symbol, category, row.instrumentName ?? ''].map(fold)
  const title = fold(kindTitles[row.kind])
  const words = fold(text.replaceAll('\0', ' '))
    .split(/\s+/)
    .filter((word) => word !== '')
  return (
    words.every((word) => fields.some((field) => field.includes(word)) || (word.length >= 3 && title.includes(word))) &&
    conditions.every((condition) => is(condition, row) !== condition.isNot)
  )
}

function is(condition: FilterCondition, { accountId, transaction, kind }: TransactionRow): boolean {
  const { at, category, symbol, change, trade } = transaction
  switch (condition.field) {
    case 'trade':
      return trade !== null
    case 'period':
      return (condition.from === null || at >= condition.from) && (condition.to === null || at < condition.to)
    case 'amount': {
      if (change === null) return false
      const { min, max } = condition
      return (min === null || compare(change.amount, min) >= 0) && (max === null || compare(change.amount, max) <= 0)
    }
    default: {
      const value = { account: accountId, kind, category, symbol, mic: micOf(symbol), currency: change?.currency ?? '' }
      return value[condition.field] !== '' && condition.values.includes(value[condition.field])
    }
  }
}

type NamedSum = { readonly currency: string; readonly amount: Decimal; readonly count: number }

/** Count and sums of rows, grouped by the result of `of` and by currency. */
function group<T extends object>(rows: readonly TransactionRow[], of: (row: TransactionRow) => T): (T & NamedSum)[] {
  const groups = new Map<string, T & NamedSum>()
  for (const row of rows) {
    const { change } = row.transaction
    const key = { ...of(row), currency: change?.currency ?? '' }
    const known = groups.get(JSON.stringify(key)) ?? { ...key, amount: zero, count: 0 }
    groups.set(JSON.stringify(key), {
      ...known,
      amount: add(known.amount, change?.amount ?? zero),
      count: known.count + 1,
    })
  }
  return [...groups.values()]
}

/** Count and sums, computed row by row. */
export const sumNaively = (rows: readonly TransactionRow[]): TransactionTotals => ({
  count: rows.length,
  byCurrency: group(rows, () => ({})),
  byCategory: group(rows, ({ transaction }) => ({ category: transaction.category })),
  byKind: group(rows, ({ kind }): { kind: TransactionKind } => ({ kind })),
  unreviewedCount: 0,
})
