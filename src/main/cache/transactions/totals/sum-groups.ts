import type { TransactionTotals } from '../../../../shared/model/transaction/history.ts'
import { integer, type Row } from '../../../sqlite/row.ts'
import { amountOf, transactionSums, type GroupSums } from './exact-sums.ts'

/** Names by key. */
type Names = ReadonlyMap<number, string>

interface Named {
  readonly category: string
  readonly currency: string
  readonly sums: GroupSums
}

/** Sums by category and currency, collected from rows that group by both. */
export class SumGroups {
  /** By the keys of both. */
  readonly #groups = new Map<
    string,
    { readonly category: number; readonly currency: number; readonly sums: GroupSums }
  >()

  /** Adds the sums of a row with `category`, `currency`, `row_count`, `high`, `low` and `nanos`. */
  add(row: Row): void {
    const category = integer(row, 'category')
    const currency = integer(row, 'currency')
    const name = `${category} ${currency}`
    const group = this.#groups.get(name) ?? { category, currency, sums: transactionSums() }
    this.#groups.set(name, group)
    addTo(group.sums, {
      count: integer(row, 'row_count'),
      high: integer(row, 'high'),
      low: integer(row, 'low'),
      nanos: integer(row, 'nanos'),
    })
  }

  /** The sums under their names, largest count first. */
  read(categories: Names, currencies: Names): TransactionTotals {
    const named = [...this.#groups.values()].map(({ category, currency, sums }) => ({
      category: categories.get(category) ?? '',
      currency: currencies.get(currency) ?? '',
      sums,
    }))
    const shown = (sums: GroupSums) => ({ amount: amountOf(sums), count: sums.count })
    const byCurrency = merge(named, ({ currency }) => currency)
    const byCategory = merge(named, ({ category, currency }) => JSON.stringify([category, currency]))
    return {
      count: named.reduce((count, { sums }) => count + sums.count, 0),
      byCurrency: byCurrency.map(({ currency, sums }) => ({ currency, ...shown(sums) })),
      byCategory: byCategory.map(({ category, currency, sums }) => ({ category, currency, ...shown(sums) })),
    }
  }
}

function addTo(sums: GroupSums, { count, high, low, nanos }: GroupSums): void {
  sums.count += count
  sums.high += high
  sums.low += low
  sums.nanos += nanos
}

/** One entry a name, largest count first. */
function merge(groups: readonly Named[], nameOf: (group: Named) => string): Named[] {
  const merged = new Map<string, Named>()
  for (const group of groups) {
    const known = merged.get(nameOf(group)) ?? { ...group, sums: transactionSums() }
    merged.set(nameOf(group), known)
    addTo(known.sums, group.sums)
  }
  return [...merged.values()].sort((a, b) => b.sums.count - a.sums.count || (nameOf(a) < nameOf(b) ? -1 : 1))
}
