import type { Cache } from '#main/cache/cache.ts'
import { readFacts } from '#main/cache/instrument-facts.ts'
import type { AccountIncome } from '#main/insight/income/account-income.ts'
import { byDate, type UnnamedIncomeRow } from '#main/insight/income/income-event.ts'
import { writeColumns } from '#shared/column-text.ts'
import { dayMs } from '#shared/durations.ts'
import type { IncomeGrouping, IncomeRow } from '#shared/model/ledger/income.ts'
import type { OpenLot } from '#shared/model/ledger/ledger.ts'
import { CompressedRows } from '../compressed-rows.ts'
import type { IncomeSpan } from './income-span.ts'
import type { UnnamedIncomeSummary } from './income-summary.ts'
import type { IncomeQuestion, IncomeReader } from './income.ts'

type Reader = Pick<IncomeReader, 'version' | 'parts' | 'summarizeRows'>

/** All rows of income by month, and the amounts that were assigned to no event. */
interface Packed {
  readonly stamp: string
  readonly months: CompressedRows<UnnamedIncomeRow>
  readonly unassigned: AccountIncome['unassigned'][number][]
}

/** Months since the year 0. */
const monthOf = (date: string): number => 12 * Number(date.slice(0, 4)) + Number(date.slice(5, 7)) - 1
const dateAt = (at: number): string => new Date(Math.ceil(at / dayMs) * dayMs).toISOString().slice(0, 10)

/** Answers like `IncomeReader` with little memory, for a program that reads a long list once and in chunks. */
export class PackedIncome {
  readonly #income: Reader
  readonly #tables: Pick<Cache, 'instruments' | 'instrumentDetails'>
  #last: Packed | null = null

  constructor(income: Reader, tables: Pick<Cache, 'instruments' | 'instrumentDetails'>) {
    this.#income = income
    this.#tables = tables
  }

  /** Calculates everything, holding by holding, unless it was calculated for the same rows before. */
  *prepare(question: IncomeQuestion): Generator<void, Packed> {
    const stamp = JSON.stringify([this.#income.version(question), question.accountIds])
    if (this.#last?.stamp === stamp) return this.#last
    this.#last = null
    const packed: Packed = { stamp, months: new CompressedRows(), unassigned: [] }
    for (const { rows, unassigned } of this.#income.parts(question)) {
      for (const row of rows) packed.months.add(monthOf(row.date), row)
      packed.unassigned.push(...unassigned)
      yield
    }
    return (this.#last = packed)
  }

  /** The rows of a span by date, oldest first, as the texts of a `ColumnText`. */
  *read(question: IncomeQuestion, { symbol, from, to }: IncomeSpan): Generator<void, string[]> {
    const { months } = yield* this.prepare(question)
    const [first, end] = [dateAt(from), dateAt(to)]
    const texts: string[] = []
    for (const month of months.keys) {
      if (month < monthOf(first) || month > monthOf(end)) continue
      const rows = [...months.read(month)]
        .filter(({ date }) => date >= first && date < end)
        .filter((row) => symbol === null || row.symbol === symbol)
        .sort(byDate)
      const symbols = new Set(rows.map((row) => row.symbol))
      const factsOf = readFacts(this.#tables, [...symbols])
      texts.push(...writeColumns(rows.map((row): IncomeRow => ({ ...row, name: factsOf(row.symbol).name }))))
      yield
    }
    return texts
  }

  *summarize(
    question: IncomeQuestion,
    lots: readonly OpenLot[],
    by: IncomeGrouping,
  ): Generator<void, UnnamedIncomeSummary> {
    const { months, unassigned } = yield* this.prepare(question)
    return this.#income.summarizeRows(question, { rows: allRows(months), unassigned }, lots, by)
  }
}

function* allRows(months: CompressedRows<UnnamedIncomeRow>): Generator<UnnamedIncomeRow> {
  for (const month of months.keys) yield* months.read(month)
}
