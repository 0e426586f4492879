import { add, compare, zero, type Decimal } from '../../../../../src/shared/decimal.ts'
import type { FilterCondition, TransactionFilter } from '../../../../../src/shared/model/transaction/filter.ts'
import type { TransactionTotals } from '../../../../../src/shared/model/transaction/history.ts'
import type { TransactionRow } from '../../../../../src/shared/model/transaction/activity.ts'

const micOf = (symbol: string): string => (symbol.includes('@') ? symbol.slice(symbol.lastIndexOf('@') + 1) : '')
const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/** The meaning of a filter in the simplest code: the reference for the results of the cache. */
export function matches({ conditions, text }: TransactionFilter, row: TransactionRow): boolean {
  const { name, symbol, category } = row.transaction
  const fields = [name, symbol, category, row.instrumentName ?? ''].map(fold)
  const words = fold(text.replaceAll('\0', ' '))
    .split(/\s+/)
    .filter((word) => word !== '')
  return (
    words.every((word) => fields.some((field) => field.includes(word))) &&
    conditions.every((condition) => is(condition, row) !== condition.isNot)
  )
}

function is(condition: FilterCondition, { accountId, transaction }: TransactionRow): boolean {
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
      const value = { account: accountId, category, symbol, mic: micOf(symbol), currency: change?.currency ?? '' }
      return value[condition.field] !== '' && condition.values.includes(value[condition.field])
    }
  }
}

/** Count and sums, computed row by row. */
export function sumNaively(rows: readonly TransactionRow[]): TransactionTotals {
  const groups = new Map<string, { category: string; currency: string; amount: Decimal; count: number }>()
  for (const { transaction } of rows) {
    const { category, change } = transaction
    const currency = change?.currency ?? ''
    const name = JSON.stringify([category, currency])
    const group = groups.get(name) ?? { category, currency, amount: zero, count: 0 }
    groups.set(name, { ...group, amount: add(group.amount, change?.amount ?? zero), count: group.count + 1 })
  }
  const currencies = Map.groupBy(groups.values(), ({ currency }) => currency)
  return {
    count: rows.length,
    byCurrency: [...currencies].map(([currency, currencyGroups]) => ({
      currency,
      amount: currencyGroups.reduce((amount, group) => add(amount, group.amount), zero),
      count: currencyGroups.reduce((count, group) => count + group.count, 0),
    })),
    byCategory: [...groups.values()],
  }
}
