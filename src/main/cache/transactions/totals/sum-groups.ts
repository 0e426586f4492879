import { CorruptDatabaseError } from '#main/sqlite/errors.ts'
import { integer, type Row } from '#main/sqlite/row.ts'
import { m } from '#shared/messages/messages.js'
import type { TransactionTotals } from '#shared/model/transaction/history.ts'
import { TransactionKind } from '#shared/model/transaction/transaction.ts'
import { amountOf, emptySums, type GroupSums } from '../rows/amount.ts'

/** Names by key. */
type Names = ReadonlyMap<number, string>

/** The keys, or the names, by which rows are grouped. */
type Groups<T> = Readonly<Record<'category' | 'kind' | 'currency', T>>

type Named = Groups<string> & { readonly sums: GroupSums }

type SumsByGroup = Omit<TransactionTotals, 'unreviewedCount'>

/** Sums by category, kind and currency, collected from rows that group by all three. */
export class SumGroups {
  readonly #groups = new Map<string, Groups<number> & { readonly sums: GroupSums }>()

  /** Adds the sums of a row with `category`, `kind`, `currency`, `row_count`, `high`, `low` and `nanos`. */
  add(row: Row): void {
    const keys = { category: integer(row, 'category'), kind: integer(row, 'kind'), currency: integer(row, 'currency') }
    const name = `${keys.category} ${keys.kind} ${keys.currency}`
    const group = this.#groups.get(name) ?? { ...keys, sums: emptySums() }
    this.#groups.set(name, group)
    addTo(group.sums, {
      count: integer(row, 'row_count'),
      high: integer(row, 'high'),
      low: integer(row, 'low'),
      nanos: integer(row, 'nanos'),
    })
  }

  /** The sums under their names, largest count first. */
  read(names: Groups<Names>): SumsByGroup {
    const named = [...this.#groups.values()].map(({ category, kind, currency, sums }) => ({
      category: names.category.get(category) ?? '',
      kind: names.kind.get(kind) ?? '',
      currency: names.currency.get(currency) ?? '',
      sums,
    }))
    const shown = ({ currency, sums }: Named) => ({ currency, amount: amountOf(sums), count: sums.count })
    const byCurrency = merge(named, ({ currency }) => currency)
    const byCategory = merge(named, ({ category, currency }) => JSON.stringify([category, currency]))
    const byKind = merge(named, ({ kind, currency }) => JSON.stringify([kind, currency]))
    return {
      count: named.reduce((count, { sums }) => count + sums.count, 0),
      byCurrency: byCurrency.map(shown),
      byCategory: byCategory.map((group) => ({ category: group.category, ...shown(group) })),
      byKind: byKind.map((group) => ({ kind: kindOf(group.kind), ...shown(group) })),
    }
  }
}

function kindOf(name: string): TransactionKind {
  const kind = TransactionKind.safeParse(name)
  if (!kind.success) throw new CorruptDatabaseError(m.cache_a_stored_transaction_is_of_unknown_kind)
  return kind.data
}

function addTo(sums: GroupSums, { count, high, low, nanos }: GroupSums): void {
  sums.count += count
  sums.high += high
  sums.low += low
  sums.nanos += nanos
}

/** One entry per name, largest count first. */
function merge(groups: readonly Named[], nameOf: (group: Named) => string): Named[] {
  const merged = new Map<string, Named>()
  for (const group of groups) {
    const known = merged.get(nameOf(group)) ?? { ...group, sums: emptySums() }
    merged.set(nameOf(group), known)
    addTo(known.sums, group.sums)
  }
  return [...merged.values()].sort((a, b) => b.sums.count - a.sums.count || (nameOf(a) < nameOf(b) ? -1 : 1))
}
