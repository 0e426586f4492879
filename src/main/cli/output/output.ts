import type { Column } from './column.ts'
import { withoutAmounts } from './column.ts'
import { jsonArray, jsonLines, separated } from './files.ts'
import { table, turnedTable, type TableStyle } from './table.ts'

export const formats = ['table', 'csv', 'tsv', 'json', 'ndjson'] as const
export type OutputFormat = (typeof formats)[number]

interface OutputOptions {
  readonly format: OutputFormat
  /** Privacy mode: amounts and quantities are withheld. */
  readonly hidesAmounts: boolean
  readonly style: TableStyle
  /** Writes to standard output; waits while its reader is behind. */
  readonly write: (text: string) => Promise<void>
  /** Writes a remark for a person to standard error. */
  readonly remark: (text: string) => void
}

/** Where the answer of a command goes. */
export class Output {
  readonly #options: OutputOptions

  constructor(options: OutputOptions) {
    this.#options = options
  }

  get hidesAmounts(): boolean {
    return this.#options.hidesAmounts
  }

  /** Writes rows that come in batches, in constant memory. */
  async rows<Row>(
    columns: readonly Column<Row>[],
    batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  ): Promise<void> {
    const shown = this.#shown(columns)
    const { format, style } = this.#options
    await this.#writeAll(
      format === 'table'
        ? table(shown, batches, style)
        : format === 'json'
          ? jsonArray(shown, batches)
          : format === 'ndjson'
            ? jsonLines(shown, batches)
            : separated(shown, batches, format === 'csv' ? ',' : '\t'),
    )
  }

  /** Writes few rows of many figures: as a table they are turned. */
  async figures<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Promise<void> {
    if (this.#options.format !== 'table') return this.rows(columns, [rows])
    await this.#writeAll(turnedTable(this.#shown(columns), rows, this.#options.style))
  }

  /** Writes a text as it is. */
  write(text: string): Promise<void> {
    return this.#options.write(text)
  }

  /** Tells a person what the rows do not say. */
  remark(text: string): void {
    this.#options.remark(text)
  }

  #shown<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
    return this.hidesAmounts ? withoutAmounts(columns) : columns
  }

  async #writeAll(texts: AsyncIterable<string>): Promise<void> {
    for await (const text of texts) if (text !== '') await this.#options.write(text)
  }
}
