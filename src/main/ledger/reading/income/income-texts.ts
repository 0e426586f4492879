import type { Cache } from '#main/cache/cache.ts'
import { readFacts } from '#main/cache/instrument-facts.ts'
import type { UnnamedIncomeRow } from '#main/insight/income/income-event.ts'
import { writeColumns } from '#shared/column-text.ts'
import { dayMs } from '#shared/durations.ts'
import type { IncomeRow } from '#shared/model/ledger/income.ts'
import type { IncomeSpan } from './income-span.ts'
import type { IncomeQuestion, IncomeReader } from './income.ts'

interface Span extends IncomeSpan {
  /** Incremented when the facts about an instrument change. */
  readonly factsVersion: number
}

/** Rows in one text. They are written in a few milliseconds. */
const rowsInText = 1_000

/**
 * The list of income with names, as the texts of a `ColumnText`. The last list is kept, because windows request it after each
 * change.
 */
export class IncomeTexts {
  readonly #income: Pick<IncomeReader, 'readVersion' | 'list'>
  readonly #tables: Pick<Cache, 'instruments' | 'instrumentDetails'>
  #last: { readonly stamp: string; readonly list: NamedList } | null = null

  constructor(
    income: Pick<IncomeReader, 'readVersion' | 'list'>,
    tables: Pick<Cache, 'instruments' | 'instrumentDetails'>,
  ) {
    this.#income = income
    this.#tables = tables
  }

  read(question: IncomeQuestion, { symbol, from, to, factsVersion }: Span): readonly string[] {
    if (symbol !== null) {
      const own = this.#income.list(question).filter((row) => row.symbol === symbol)
      return new NamedList(own, this.#tables).read(from, to)
    }
    const stamp = JSON.stringify([this.#income.readVersion(question), question.accountIds, factsVersion])
    if (this.#last?.stamp !== stamp)
      this.#last = { stamp, list: new NamedList(this.#income.list(question), this.#tables) }
    return this.#last.list.read(from, to)
  }

  /** Writes the other texts of the last list in steps. Afterwards a longer period is read fast. */
  *writeAhead(): Generator<void, void> {
    const last = this.#last
    for (const _ of last?.list.writeAhead() ?? []) {
      if (this.#last !== last) return
      yield
    }
  }
}

/** A list by date, in texts of equal numbers of rows, written on demand. */
class NamedList {
  readonly #rows: readonly UnnamedIncomeRow[]
  readonly #factsOf: ReturnType<typeof readFacts>
  readonly #texts: string[] = []

  constructor(rows: readonly UnnamedIncomeRow[], tables: Pick<Cache, 'instruments' | 'instrumentDetails'>) {
    this.#rows = rows
    this.#factsOf = readFacts(
      tables,
      rows.map(({ symbol }) => symbol),
    )
  }

  /** The rows of these times: UTC ms, `from` inclusive, `to` exclusive. */
  read(from: number, to: number): string[] {
    const [first, end] = [this.#firstSince(from), this.#firstSince(to)]
    const texts: string[] = []
    for (let row = first; row < end; row = nextBorder(row)) {
      const isWhole = row % rowsInText === 0 && nextBorder(row) <= end
      texts.push(...(isWhole ? [this.#textAt(row / rowsInText)] : this.#write(row, Math.min(nextBorder(row), end))))
    }
    return texts
  }

  *writeAhead(): Generator<void, void> {
    for (let index = 0; index < Math.floor(this.#rows.length / rowsInText); index++) {
      this.#textAt(index)
      yield
    }
  }

  #textAt(index: number): string {
    return (this.#texts[index] ??= this.#write(index * rowsInText, (index + 1) * rowsInText).join(''))
  }

  #write(first: number, end: number): string[] {
    const rows = this.#rows.slice(first, end)
    return writeColumns(rows.map((row): IncomeRow => ({ ...row, name: this.#factsOf(row.symbol).name })))
  }

  #firstSince(at: number): number {
    const date = new Date(Math.ceil(at / dayMs) * dayMs).toISOString().slice(0, 'YYYY-MM-DD'.length)
    const index = this.#rows.findIndex((row) => row.date >= date)
    return index === -1 ? this.#rows.length : index
  }
}

const nextBorder = (row: number): number => (Math.floor(row / rowsInText) + 1) * rowsInText
