import { writeColumns } from '../../../../shared/column-text.ts'
import type { IncomeRow } from '../../../../shared/model/ledger/income.ts'
import type { Cache } from '../../../cache/cache.ts'
import { readFacts } from '../../../cache/instrument-facts.ts'
import type { IncomeQuestion, IncomeReader } from './income.ts'

interface Span {
  /** UTC ms, inclusive. */
  readonly from: number
  /** UTC ms, exclusive. */
  readonly to: number
  /** Grows when something else is known about an instrument. */
  readonly factsVersion: number
}

/** The list of income with names, as the texts of a `ColumnText`. The last list is kept: windows request it after each change. */
export class IncomeTexts {
  readonly #income: IncomeReader
  readonly #tables: Pick<Cache, 'instruments' | 'instrumentDetails'>
  #last: { readonly stamp: string; readonly texts: readonly string[] } | null = null

  constructor(income: IncomeReader, tables: Pick<Cache, 'instruments' | 'instrumentDetails'>) {
    this.#income = income
    this.#tables = tables
  }

  read(question: IncomeQuestion, { from, to, factsVersion }: Span): readonly string[] {
    const version = this.#income.readVersion(question)
    const stamp = JSON.stringify([version, question.accountIds, from, to, factsVersion])
    if (this.#last?.stamp === stamp) return this.#last.texts
    const rows = this.#income.list(question, from, to)
    const factsOf = readFacts(
      this.#tables,
      rows.map(({ symbol }) => symbol),
    )
    const texts = writeColumns(rows.map((row): IncomeRow => ({ ...row, name: factsOf(row.symbol).name })))
    this.#last = { stamp, texts }
    return texts
  }
}
