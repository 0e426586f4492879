import type { Cache } from '#main/cache/cache.ts'
import { readFacts } from '#main/cache/instrument-facts.ts'
import type { AccountIncome } from '#main/insight/income/account-income.ts'
import { byDate, type UnnamedIncomeRow } from '#main/insight/income/income-event.ts'
import { writeColumns } from '#shared/column-text.ts'
import { dayMs } from '#shared/durations.ts'
import type { IncomeRow } from '#shared/model/ledger/income.ts'
import { CompressedRows } from '../compressed-rows.ts'
import type { IncomeSpan } from './income-span.ts'

/** Rows by month: months since the year 0. Rows of a month are in the order in which they were added. */
type MonthRows = Pick<CompressedRows<UnnamedIncomeRow>, 'add' | 'keys' | 'read'>

/** Rows that are kept elsewhere too. */
class SharedRows implements MonthRows {
  readonly #months = new Map<number, UnnamedIncomeRow[]>()

  add(month: number, row: UnnamedIncomeRow): void {
    const rows = this.#months.get(month)
    if (rows === undefined) this.#months.set(month, [row])
    else rows.push(row)
  }

  get keys(): number[] {
    return [...this.#months.keys()].sort((a, b) => a - b)
  }

  *read(month: number): Generator<UnnamedIncomeRow> {
    yield* this.#months.get(month) ?? []
  }
}

const monthOf = (date: string): number => 12 * Number(date.slice(0, 4)) + Number(date.slice(5, 7)) - 1
const dateAt = (at: number): string => new Date(Math.ceil(at / dayMs) * dayMs).toISOString().slice(0, 10)

/** All rows of income of some accounts. Its parts are added in the order of accounts, then of calculation. */
export class IncomeList {
  readonly #tables: Pick<Cache, 'instruments' | 'instrumentDetails'>
  readonly #isKept: boolean
  readonly #months: MonthRows
  readonly #names = new Map<string, string | null>()
  /** The texts of whole months, if they are kept. */
  readonly #texts = new Map<number, readonly string[]>()
  /** The amounts that were assigned to no event. */
  readonly unassigned: AccountIncome['unassigned'][number][] = []

  /** `isKept`: whether rows and texts are kept for further questions. Otherwise the list takes little memory. */
  constructor(tables: Pick<Cache, 'instruments' | 'instrumentDetails'>, isKept: boolean) {
    this.#tables = tables
    this.#isKept = isKept
    this.#months = isKept ? new SharedRows() : new CompressedRows()
  }

  add({ rows, unassigned }: Pick<AccountIncome, 'rows' | 'unassigned'>): void {
    for (const row of rows) this.#months.add(monthOf(row.date), row)
    this.unassigned.push(...unassigned)
  }

  *rows(): Generator<UnnamedIncomeRow> {
    for (const month of this.#months.keys) yield* this.#months.read(month)
  }

  /** The rows of a span by date, oldest first, with names, as the texts of a `ColumnText`; a month in each step. */
  *read({ symbol, from, to }: IncomeSpan): Generator<void, string[]> {
    const [first, end] = [dateAt(from), dateAt(to)]
    const texts: string[] = []
    for (const month of this.#months.keys) {
      if (month < monthOf(first) || month > monthOf(end)) continue
      const isWhole = symbol === null && month > monthOf(first) && month < monthOf(end)
      const isWanted = (row: UnnamedIncomeRow): boolean =>
        row.date >= first && row.date < end && (symbol === null || row.symbol === symbol)
      texts.push(...(isWhole ? this.#wholeMonth(month) : this.#write(month, isWanted)))
      yield
    }
    return texts
  }

  /** Writes the texts of all months, so that a longer period is read fast; a month in each step. */
  *writeAhead(): Generator<void, void> {
    for (const month of this.#months.keys) {
      this.#wholeMonth(month)
      yield
    }
  }

  #wholeMonth(month: number): readonly string[] {
    const texts = this.#texts.get(month) ?? this.#write(month, () => true)
    if (this.#isKept) this.#texts.set(month, texts)
    return texts
  }

  #write(month: number, isWanted: (row: UnnamedIncomeRow) => boolean): string[] {
    const rows = [...this.#months.read(month)].filter(isWanted).sort(byDate)
    const unknown = new Set(rows.flatMap(({ symbol }) => (this.#names.has(symbol) ? [] : [symbol])))
    const factsOf = readFacts(this.#tables, [...unknown])
    for (const symbol of unknown) this.#names.set(symbol, factsOf(symbol).name)
    return writeColumns(rows.map((row): IncomeRow => ({ ...row, name: this.#names.get(row.symbol) ?? null })))
  }
}
