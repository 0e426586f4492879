import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { withoutHidden } from '#shared/clean-text.ts'
import { parseUnits, unitPlaces } from '../../insight/lots/units.ts'
import type { Cell, Column, ColumnKind, ExportTable } from '../tables/table.ts'

interface ParquetTarget {
  readonly append: (data: Uint8Array) => Promise<void>
  /** Called after each chunk of rows. */
  readonly onRows: (count: number) => Promise<void>
  /** Plain sentences about what the table lacks. */
  readonly remarks: readonly string[]
}

/** The key of the remarks in the metadata of the file, which `parquet_kv_metadata` of DuckDB shows. */
const remarksKey = 'remarks'

/** Rows of a row group. This many are in memory at once. */
const rowsInGroup = 20_000

type Schema = ConstructorParameters<typeof ParquetWriter>[0]['schema']

/** Numbers are exact: 38 digits, 18 of them after the point. A number with more digits becomes null. */
const columnTypes: Readonly<Record<ColumnKind, Omit<Schema[number], 'name'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  time: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    // Without this type DuckDB reads a time without a time zone.
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  number: {
    type: 'FIXED_LEN_BYTE_ARRAY',
    type_length: 16,
    converted_type: 'DECIMAL',
    precision: 38,
    scale: unitPlaces,
  },
}

/** Writes a table as Apache Parquet, in a stream. */
export async function writeParquet(table: ExportTable, { append, onRows, remarks }: ParquetTarget): Promise<void> {
  const writer = new StreamedBytes(append)
  const parquet = new ParquetWriter({
    writer,
    schema: schemaOf(table.columns),
    createdBy: 'Tidemark',
    ...(remarks.length > 0 && { kvMetadata: [{ key: remarksKey, value: remarks.join('\n') }] }),
  })
  let rows: (readonly Cell[])[] = []
  async function writeGroup(): Promise<void> {
    const columnData = table.columns.map(({ name, kind }, index) => ({
      name,
      data: rows.map((row) => valueOf(row[index] ?? null, kind)),
      offsetIndex: false,
    }))
    rows = []
    await parquet.write({ columnData, rowGroupSize: rowsInGroup })
  }
  for await (const chunk of table.chunks()) {
    rows.push(...chunk)
    if (rows.length >= rowsInGroup) await writeGroup()
    await onRows(chunk.length)
  }
  if (rows.length > 0) await writeGroup()
  await parquet.finish()
  await writer.flush()
}

const schemaOf = (columns: readonly Column[]): Schema => [
  { name: 'root', num_children: columns.length },
  ...columns.map(({ name, kind }) => ({ name, repetition_type: 'OPTIONAL' as const, ...columnTypes[kind] })),
]

/** Smaller values have at most 38 digits. */
const limit = 10n ** 38n

function valueOf(cell: Cell, kind: ColumnKind): string | bigint | null {
  if (cell === null) return null
  if (kind === 'text') return withoutHidden(String(cell))
  if (kind === 'time') return BigInt(Math.trunc(Number(cell)))
  const units = parseUnits(String(cell))
  return units === null || units >= limit || units <= -limit ? null : units
}

/** Collects bytes. They are written to the file after each row group. */
class StreamedBytes extends ByteWriter {
  readonly #append: (data: Uint8Array) => Promise<void>

  constructor(append: (data: Uint8Array) => Promise<void>) {
    super()
    this.#append = append
  }

  flush(): Promise<void> {
    const bytes = this.getBytes().slice()
    this.index = 0
    return this.#append(bytes)
  }
}
