import type { TransactionFilter } from '../../shared/model/transaction-filter.ts'
import type { TransactionTotals } from '../../shared/model/transaction-history.ts'
import type { Db } from '../sqlite/db.ts'
import { integer, text, type Row } from '../sqlite/row.ts'
import { all, asksKind, compileFilter, rowConditions, type FilterSql, type Period } from './filter-sql.ts'
import { createKindFinder } from './kind-finder.ts'
import { dayOf, monthOf } from './roll-up.ts'
import { keepStatements } from './statements.ts'
import { SumGroups } from './sum-groups.ts'
import { stretchesOf, withExactPeriod } from './walk.ts'

const dayMs = 86_400_000
/** Parts in which a scan goes through the rows, so that a newer question need not wait for its end. */
const scanSlices = 24
/** Rows of few kinds are looked up one by one, of more the table is scanned. */
const mostLookedUp = 60_000

/**
 * Count and exact sums of what a filter finds: from the roll-ups where they know all that is asked, else by a scan. The
 * generators stop between steps of some milliseconds. A thread's work: all rows of a million take a second.
 */
export function createTransactionTotals(db: Db) {
  const ask = keepStatements(db)
  const findKinds = createKindFinder(db, ask)
  const spill = db.prepare<[], number>('SELECT longest_ms FROM transaction_spill').pluck()
  const ends = db.prepare<[], Row>(
    // One aggregate a query: only so does SQLite look at the ends alone.
    `SELECT ifnull((SELECT min(key) FROM account_transaction), 0) AS first,
            ifnull((SELECT max(key) FROM account_transaction), 0) AS last`,
  )
  const names = (table: string, column: string) =>
    new Map(
      ask(`SELECT key, ${column} AS name FROM ${table}`)
        .all()
        .map((row) => [integer(row, 'key'), text(row, 'name')]),
    )
  const sumColumns = (of: (column: string) => string) =>
    `sum(${of('row_count')}) AS row_count, sum(${of('units_high')}) AS high, sum(${of('units_low')}) AS low, sum(${of('nanos')}) AS nanos`

  /** From whole days or months, `from` to before `to`. */
  function addRollUp(groups: SumGroups, filter: FilterSql, level: 'day' | 'month', from: number, to: number): void {
    if (from >= to) return
    const { sql, params } = all(filter.kind)
    const rows = ask(
      `SELECT k.category, k.currency, ${sumColumns((column) => `k.${column}`)}
       FROM transaction_account a CROSS JOIN transaction_${level} k ON k.account = a.key
       WHERE k.${level} >= ? AND k.${level} < ? AND ${sql}
       GROUP BY k.category, k.currency`,
    ).all(from, to, ...params)
    for (const row of rows) groups.add(row)
  }

  /** From the rows between two keys. */
  function addRows(groups: SumGroups, filter: FilterSql, from: number, to: number): void {
    const { sql, params, joins } = rowConditions(filter)
    const kind = asksKind(filter) ? '' : 'CROSS JOIN transaction_kind k ON k.key = t.kind'
    const rows = ask(
      `SELECT ${groupColumns} FROM account_transaction t NOT INDEXED ${kind} ${joins}
       WHERE t.key >= ? AND t.key < ? AND ${sql} GROUP BY k.category, k.currency`,
    ).all(from, to, ...params)
    for (const row of rows) groups.add(row)
  }

  function* sumRollUps(groups: SumGroups, filter: FilterSql, period: Period): Generator<void, void> {
    const first = period.from === -Infinity ? -Infinity : Math.ceil(period.from / dayMs)
    const end = period.to === Infinity ? Infinity : dayOf(period.to)
    if (first > end) return yield* scanRows(groups, { ...filter, periods: [period] })
    const firstMonth = first === -Infinity ? -bound : monthOf(first) + (isFirstOfMonth(first) ? 0 : 1)
    const endMonth = end === Infinity ? bound : monthOf(end)
    if (firstMonth >= endMonth) addRollUp(groups, filter, 'day', Math.max(first, -bound), Math.min(end, bound))
    else {
      if (first !== -Infinity) addRollUp(groups, filter, 'day', first, firstDayOf(firstMonth))
      addRollUp(groups, filter, 'month', firstMonth, endMonth)
      if (end !== Infinity) addRollUp(groups, filter, 'day', firstDayOf(endMonth), end)
    }
    // What is left of the days at both ends.
    const edges = [
      { from: period.from, to: first * dayMs },
      { from: end * dayMs, to: period.to },
    ].filter(({ from, to }) => from < to)
    for (const edge of edges) yield* scanRows(groups, { ...filter, periods: [edge] })
  }

  /** Few kinds are looked up, of many all rows of the periods are gone through. */
  function* sumRows(groups: SumGroups, unbound: FilterSql): Generator<void, void> {
    const kinds = asksKind(unbound) ? findKinds(unbound) : null
    if (kinds === null || countRows(kinds) > mostLookedUp) return yield* scanRows(groups, unbound)
    const longestSpillMs = spill.get() ?? 0
    const filter = withExactPeriod(unbound, longestSpillMs)
    for (const { low, high } of stretchesOf(filter.periods, false, null, longestSpillMs)) {
      addKinds(groups, filter, kinds, low, high)
      yield
    }
  }

  function* scanRows(groups: SumGroups, unbound: FilterSql): Generator<void, void> {
    const longestSpillMs = spill.get() ?? 0
    const filter = withExactPeriod(unbound, longestSpillMs)
    const row = ends.get() ?? {}
    for (const { low, high } of stretchesOf(filter.periods, false, null, longestSpillMs)) {
      const first = Math.max(low, integer(row, 'first'))
      const last = Math.min(high, integer(row, 'last') + 1)
      const step = Math.max(1, Math.ceil((last - first) / scanSlices))
      for (let from = first; from < last; from += step) {
        addRows(groups, filter, from, Math.min(last, from + step))
        yield
      }
    }
  }

  const countRows = (kinds: readonly number[]): number =>
    integer(
      ask(
        `SELECT count(*) AS row_count FROM
           (SELECT 1 FROM json_each(?) j CROSS JOIN transaction_of_kind r ON r.is_settled IN (0, 1) AND r.kind = j.value LIMIT ?)`,
      ).get(JSON.stringify(kinds), mostLookedUp + 1) ?? {},
      'row_count',
    )

  function addKinds(groups: SumGroups, filter: FilterSql, kinds: readonly number[], low: number, high: number): void {
    const { sql, params } = all(filter.row)
    const rows = ask(
      `SELECT ${groupColumns} FROM json_each(?) j CROSS JOIN transaction_kind k ON k.key = j.value
       CROSS JOIN transaction_of_kind r ON r.is_settled IN (0, 1) AND r.kind = k.key
       CROSS JOIN account_transaction t ON t.key = r.key
       WHERE r.key >= ? AND r.key < ? AND ${sql} GROUP BY k.category, k.currency`,
    ).all(JSON.stringify(kinds), low, high, ...params)
    for (const row of rows) groups.add(row)
  }

  return {
    /** Sums step by step; what the generator returns are the totals. Nothing else of the connection may write meanwhile. */
    *steps(filter: TransactionFilter): Generator<void, TransactionTotals> {
      const compiled = compileFilter(filter)
      const groups = new SumGroups()
      if (compiled.isRolledUp) for (const period of compiled.periods) yield* sumRollUps(groups, compiled, period)
      else yield* sumRows(groups, compiled)
      return groups.read(names('transaction_category', 'name'), names('transaction_currency', 'code'))
    },
  }
}

const groupColumns = `
  k.category, k.currency, count(*) AS row_count, ifnull(sum(t.units >> 32), 0) AS high,
  ifnull(sum(t.units & 4294967295), 0) AS low, ifnull(sum(t.nanos), 0) AS nanos`

/** Farther than any day or month. */
const bound = 1_000_000_000
const isFirstOfMonth = (day: number): boolean => new Date(day * dayMs).getUTCDate() === 1
/** The first UTC day of a month; `Date.UTC` would read the years 0 to 99 as 1900 to 1999. */
const firstDayOf = (month: number): number => new Date(0).setUTCFullYear(Math.floor(month / 12), month % 12, 1) / dayMs
