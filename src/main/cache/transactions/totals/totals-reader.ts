import type { Db } from '#main/sqlite/db.ts'
import { CorruptDatabaseError } from '#main/sqlite/errors.ts'
import { integer, text, type Row } from '#main/sqlite/row.ts'
import { dayMs } from '#shared/durations.ts'
import type { TransactionTotals } from '#shared/model/transaction/history.ts'
import type { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import { TransactionKind } from '#shared/model/transaction/transaction.ts'
import {
  compileFilter,
  hasDimensionConditions,
  rowConditions,
  type FilterSql,
  type Period,
} from '../query/filter-sql.ts'
import { countRowsOf, createDimensionFinder, type FindDimensions } from '../query/find-dimensions.ts'
import { keyRangesOf, withExactPeriod, sliceTable } from '../query/key-ranges.ts'
import { keepStatements, type Prepare, all } from '../query/statements.ts'
import { highOfUnits, lowOfUnits, amountOf, emptySums, type GroupSums } from '../rows/amount.ts'
import { dayOf, firstMsOf, monthOf } from '../rows/time-key.ts'

/** Names by key. */
type Names = ReadonlyMap<number, string>

/** The keys, or the names, by which rows are grouped. */
type Groups<T> = Readonly<Record<'category' | 'kind' | 'currency', T>>

type Named = Groups<string> & { readonly sums: GroupSums }

type SumsByGroup = Omit<TransactionTotals, 'unreviewedCount'>

/** Sums by category, kind and currency, collected from rows that group by all three. */
class SumGroups {
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
  if (!kind.success) throw new CorruptDatabaseError({ is: 'stored-value', found: 'kind' })
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

/** The maximum number of rows that are read by dimension. With more, the table is scanned. */
const maxLookedUp = 60_000

const groupColumns = `
  d.category, d.kind, d.currency, count(*) AS row_count, ifnull(sum(${highOfUnits('t.units')}), 0) AS high,
  ifnull(sum(${lowOfUnits('t.units')}), 0) AS low, ifnull(sum(t.nanos), 0) AS nanos`
const rolledUpColumns = `
  d.category, d.kind, d.currency, sum(d.row_count) AS row_count, sum(d.units_high) AS high, sum(d.units_low) AS low,
  sum(d.nanos) AS nanos`

/**
 * Count and exact sums of the rows that a filter finds: from the roll-ups if they cover the whole filter, otherwise by
 * reading rows. Run it in a thread: reading a million rows takes a second.
 */
export class TotalsReader {
  readonly #prepare: Prepare
  readonly #findDimensions: FindDimensions

  constructor(db: Db) {
    this.#prepare = keepStatements(db)
    this.#findDimensions = createDimensionFinder(db, this.#prepare)
  }

  /** Sums in steps of a few milliseconds; the generator returns the totals. Nothing may be written until it ends. */
  *steps(filter: TransactionFilter): Generator<void, TransactionTotals> {
    const compiled = compileFilter(filter)
    const groups = new SumGroups()
    if (compiled.isRolledUp) for (const period of compiled.periods) yield* this.#sumRollUps(groups, compiled, period)
    else yield* this.#sumRows(groups, compiled)
    return {
      ...groups.read({
        category: this.#names('transaction_category', 'name'),
        kind: this.#names('transaction_kind', 'name'),
        currency: this.#names('transaction_currency', 'code'),
      }),
      unreviewedCount: this.#countUnreviewed(),
    }
  }

  *#sumRollUps(groups: SumGroups, filter: FilterSql, period: Period): Generator<void, void> {
    const first = period.from === -Infinity ? -Infinity : Math.ceil(period.from / dayMs)
    const end = period.to === Infinity ? Infinity : dayOf(period.to)
    if (first > end) return yield* this.#scanRows(groups, { ...filter, periods: [period] })
    const firstMonth = first === -Infinity ? -bound : monthOf(first) + (isFirstOfMonth(first) ? 0 : 1)
    const endMonth = end === Infinity ? bound : monthOf(end)
    if (firstMonth >= endMonth) this.#addRollUp(groups, filter, 'day', Math.max(first, -bound), Math.min(end, bound))
    else {
      if (first !== -Infinity) this.#addRollUp(groups, filter, 'day', first, firstDayOf(firstMonth))
      this.#addRollUp(groups, filter, 'month', firstMonth, endMonth)
      if (end !== Infinity) this.#addRollUp(groups, filter, 'day', firstDayOf(endMonth), end)
    }
    // The partial days at both ends.
    const edges = [
      { from: period.from, to: first * dayMs },
      { from: end * dayMs, to: period.to },
    ].filter(({ from, to }) => from < to)
    for (const edge of edges) yield* this.#scanRows(groups, { ...filter, periods: [edge] })
  }

  /** Adds whole days or months, `from` (inclusive) to `to` (exclusive). */
  #addRollUp(groups: SumGroups, filter: FilterSql, level: 'day' | 'month', from: number, to: number): void {
    if (from >= to) return
    const { sql, params } = all(filter.onDimension)
    // A roll-up has all columns of a dimension that such a filter reads.
    const rows = this.#prepare(
      `SELECT ${rolledUpColumns} FROM transaction_account a CROSS JOIN transaction_${level} d ON d.account = a.key
       WHERE d.${level} >= ? AND d.${level} < ? AND ${sql} GROUP BY d.category, d.kind, d.currency`,
    ).all(from, to, ...params)
    for (const row of rows) groups.add(row)
  }

  /** Sums the rows by dimension if they are few, or else scans the periods. */
  *#sumRows(groups: SumGroups, compiled: FilterSql): Generator<void, void> {
    const dimensions = hasDimensionConditions(compiled) ? this.#findDimensions(compiled) : null
    if (dimensions === null || countRowsOf(this.#prepare, dimensions, maxLookedUp + 1) > maxLookedUp)
      return yield* this.#scanRows(groups, compiled)
    const maxOverflowMs = this.#maxOverflowMs()
    const filter = withExactPeriod(compiled, maxOverflowMs)
    for (const { low, high } of keyRangesOf(filter.periods, false, null, maxOverflowMs)) {
      this.#addDimensions(groups, filter, dimensions, low, high)
      yield
    }
  }

  *#scanRows(groups: SumGroups, compiled: FilterSql): Generator<void, void> {
    const maxOverflowMs = this.#maxOverflowMs()
    const filter = withExactPeriod(compiled, maxOverflowMs)
    const ranges = keyRangesOf(filter.periods, false, null, maxOverflowMs)
    for (const { low, high } of sliceTable(this.#prepare, ranges)) {
      this.#addRows(groups, filter, low, high)
      yield
    }
  }

  #addRows(groups: SumGroups, filter: FilterSql, low: number, high: number): void {
    const { sql, params, joins } = rowConditions(filter)
    const dimension = hasDimensionConditions(filter) ? '' : 'CROSS JOIN transaction_dimension d ON d.key = t.dimension'
    const rows = this.#prepare(
      `SELECT ${groupColumns} FROM account_transaction t NOT INDEXED ${dimension} ${joins}
       WHERE t.key >= ? AND t.key < ? AND ${sql} GROUP BY d.category, d.kind, d.currency`,
    ).all(low, high, ...params)
    for (const row of rows) groups.add(row)
  }

  #addDimensions(groups: SumGroups, filter: FilterSql, dimensions: readonly number[], low: number, high: number): void {
    const { sql, params } = all(filter.onRow)
    const rows = this.#prepare(
      `SELECT ${groupColumns} FROM json_each(?) wanted CROSS JOIN transaction_dimension d ON d.key = wanted.value
       CROSS JOIN account_transaction t INDEXED BY transaction_by_dimension ON t.dimension = d.key
       WHERE t.key >= ? AND t.key < ? AND ${sql} GROUP BY d.category, d.kind, d.currency`,
    ).all(JSON.stringify(dimensions), low, high, ...params)
    for (const row of rows) groups.add(row)
  }

  #maxOverflowMs(): number {
    return integer(this.#row('SELECT longest_ms FROM transaction_overflow'), 'longest_ms')
  }

  #names(table: string, column: string): Map<number, string> {
    const rows = this.#prepare(`SELECT key, ${column} AS name FROM ${table}`).all()
    return new Map(rows.map((row) => [integer(row, 'key'), text(row, 'name')]))
  }

  /** The number of rows of all accounts whose kind must still be found again. */
  #countUnreviewed(): number {
    const rows = `FROM transaction_kind_due due CROSS JOIN account_transaction t INDEXED BY transaction_by_dimension
      ON t.dimension = due.dimension AND t.key > due.after_key`
    return integer(this.#row(`SELECT count(*) AS row_count ${rows}`), 'row_count')
  }

  #row(sql: string, ...params: readonly unknown[]): Row {
    return this.#prepare(sql).get(...params) ?? {}
  }
}

/** Larger than any day or month. */
const bound = 1_000_000_000
const isFirstOfMonth = (day: number): boolean => new Date(day * dayMs).getUTCDate() === 1
const firstDayOf = (month: number): number => firstMsOf(month) / dayMs
