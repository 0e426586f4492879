import { once } from 'node:events'
import type { WriteStream } from 'node:tty'
import { m } from '#shared/messages/messages.js'
import { formatCell, type Separator } from '../../export/csv.ts'
import { withoutAmounts, type Cell, type Column } from './column.ts'
import { table, turnedTable, type TableStyle } from './table.ts'
import { cellText, plainJson } from './terminal-text.ts'

export const formats = ['table', 'csv', 'tsv', 'json', 'ndjson'] as const
type OutputFormat = (typeof formats)[number]

interface OutputOptions {
  readonly format: OutputFormat
  /** Whether amounts and quantities are hidden (privacy mode). */
  readonly hidesAmounts: boolean
  readonly style: TableStyle
  /** Writes to standard output. Waits while the reader is slower. */
  readonly write: (text: string) => Promise<void>
  /** Writes a remark for the user to standard error. */
  readonly remark: (text: string) => void
}

/** The output of a command. */
export class Output {
  readonly #options: OutputOptions

  constructor(options: OutputOptions) {
    this.#options = options
  }

  get isTable(): boolean {
    return this.#options.format === 'table'
  }

  get hidesAmounts(): boolean {
    return this.#options.hidesAmounts
  }

  /** Writes rows that arrive in batches, in constant memory. In a table, `nothing` replaces a list without rows. */
  async rows<Row>(
    columns: readonly Column<Row>[],
    batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
    nothing: () => string = m.cli_no_rows,
  ): Promise<void> {
    const shown = this.#shown(columns)
    const { format, style } = this.#options
    if (format === 'table') {
      const inTable = shown.filter(({ isNotInTable }) => isNotInTable !== true)
      const isWritten = await this.#writeAll(table(inTable, batches, style))
      if (!isWritten) this.remark(nothing())
      return
    }
    await this.#writeAll(
      format === 'json'
        ? jsonArray(shown, batches)
        : format === 'ndjson'
          ? jsonLines(shown, batches)
          : separated(shown, batches, format === 'csv' ? ',' : '\t'),
    )
  }

  /** Writes a few rows with many figures. In a table, rows become columns. */
  async figures<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Promise<void> {
    if (this.#options.format !== 'table') return this.rows(columns, [rows])
    await this.#writeAll(turnedTable(this.#shown(columns), rows, this.#options.style))
  }

  /** Writes a text unchanged. */
  write(text: string): Promise<void> {
    return this.#options.write(text)
  }

  /** Writes a remark for the user that the rows do not contain. */
  remark(text: string): void {
    this.#options.remark(text)
  }

  #shown<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
    return this.hidesAmounts ? withoutAmounts(columns) : columns
  }

  /** Returns whether a text was written. */
  async #writeAll(texts: AsyncIterable<string>): Promise<boolean> {
    let isWritten = false
    for await (const text of texts) {
      if (text === '') continue
      isWritten = true
      await this.#options.write(text)
    }
    return isWritten
  }
}

type Batches<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>

/** Lines of CSV or TSV with a header. Unknown values are empty, and no cell is a formula. */
async function* separated<Row>(
  columns: readonly Column<Row>[],
  batches: Batches<Row>,
  separator: Separator,
): AsyncGenerator<string> {
  const line = (cells: readonly string[]): string =>
    `${cells.map((cell) => formatCell(cell, separator)).join(separator)}\r\n`
  yield line(columns.map(({ name }) => name))
  for await (const rows of batches)
    yield rows.map((row) => line(columns.map(({ read }) => cellText(read(row), '')))).join('')
}

const objectOf = <Row>(columns: readonly Column<Row>[], row: Row): Record<string, Cell> =>
  Object.fromEntries(columns.map(({ name, read }) => [name, read(row)]))

/** One JSON object per line. */
async function* jsonLines<Row>(columns: readonly Column<Row>[], batches: Batches<Row>): AsyncGenerator<string> {
  for await (const rows of batches) yield rows.map((row) => `${plainJson(objectOf(columns, row))}\n`).join('')
}

/** One array of objects. */
async function* jsonArray<Row>(columns: readonly Column<Row>[], batches: Batches<Row>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const rows of batches) {
    if (rows.length === 0) continue
    yield `${before}${rows.map((row) => `  ${plainJson(objectOf(columns, row))}`).join(',\n')}`
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

type Stream = Pick<WriteStream, 'write' | 'on' | 'once' | 'off'> & NodeJS.EventEmitter

interface StreamEnds {
  /** Called when the reader closes the stream early, as `head` does. */
  readonly onClosed: () => void
  /** Called when a write fails. `code` is the error code of the system, for example ENOSPC. */
  readonly onFailed: (code: string) => void
}

/** Returns a function that writes to a stream and waits while it is full. */
export function writerTo(stream: Stream, { onClosed, onFailed }: StreamEnds): (text: string) => Promise<void> {
  stream.on('error', (error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    if (code === 'EPIPE') onClosed()
    else onFailed(code)
  })
  return async (text) => {
    if (!stream.write(text)) await once(stream, 'drain')
  }
}
