import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { tableFromIPC } from 'apache-arrow'
import { readParquet } from 'parquet-wasm'
import { expect, test } from 'vitest'
import { writeParquet } from '#main/export/parquet/write-parquet.ts'
import { tableOf, type Cell, type ExportTable } from '#main/export/tables/table.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'

const table = (chunks: readonly (readonly (readonly Cell[])[])[]): ExportTable =>
  tableOf<readonly Cell[]>(
    { name: 't', about: '' },
    [
      ['amount', 'number', '', (row) => row[0]],
      ['time', 'time', '', (row) => row[1]],
      ['name', 'text', '', (row) => row[2]],
    ],
    () => chunks,
  )

async function write(of: ExportTable, remarks: readonly string[] = []): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  await writeParquet(of, { append: async (data) => void chunks.push(data), onRows: async () => undefined, remarks })
  return new Uint8Array(Buffer.concat(chunks))
}

/** The rows as the Rust implementation of Parquet reads them. Decimals are in units of 10⁻¹⁸. */
function read(file: Uint8Array) {
  const arrow = tableFromIPC(readParquet(file).intoIPCStream())
  const [amounts, times, names] = ['amount', 'time', 'name'].map((name) => arrow.getChild(name))
  const rows = Array.from({ length: arrow.numRows }, (_, index) => {
    const amount: unknown = amounts?.get(index)
    return [amount === null ? null : unitsOf(amount), times?.get(index) as unknown, names?.get(index) as unknown]
  })
  return { types: arrow.schema.fields.map(({ type }) => String(type)), rows }
}

/** A number of four 32-bit words, the lowest word first. */
function unitsOf(value: unknown): bigint {
  if (!(value instanceof Uint32Array)) throw new TypeError('not a decimal')
  const units = value.reduceRight((sum, word) => (sum << 32n) + BigInt(word), 0n)
  return BigInt.asIntN(128, units)
}

test('another reader reads every digit of an amount, times in UTC, text, and nulls', async () => {
  const at = Date.UTC(2026, 1, 3, 4, 5, 6, 789)
  const file = await write(
    table([
      [
        ['-9223372036854775807.999999999', at, 'Сбербанк =1+1'],
        ['0.000000000000000001', null, null],
      ],
      [[null, -1, '']],
    ]),
  )
  const { types, rows } = read(file)
  expect(types).toEqual(['Decimal[38e+18]', 'Timestamp<MILLISECOND, UTC>', 'Utf8'])
  expect(rows).toEqual([
    [-9_223_372_036_854_775_807_999_999_999_000_000_000n, at, 'Сбербанк =1+1'],
    [1n, null, null],
    [null, -1, ''],
  ])
})

test('a number with too many digits is null, never a wrong number', async () => {
  const { rows } = read(
    await write(
      table([
        [
          ['1'.repeat(21), 0, 'a'],
          ['0.1234567890123456789', 0, 'b'],
        ],
      ]),
    ),
  )
  expect(rows.map(([amount]) => amount)).toEqual([null, null])
})

test('many rows are written in groups, and all of them can be read', async () => {
  const part = (from: number): Cell[][] => Array.from({ length: 9_000 }, (_, index) => [String(from + index), 0, 'x'])
  const { rows } = read(await write(table([0, 9_000, 18_000, 27_000, 36_000].map(part))))
  expect(rows.map(([amount]) => amount)).toEqual(
    Array.from({ length: 45_000 }, (_, index) => BigInt(index) * 10n ** 18n),
  )
})

/** The result of a DuckDB query on the file `t`. Times and numbers of more than 15 digits are text. */
async function queryDuckDb(of: ExportTable, queryOf: (file: string) => string) {
  const path = join(makeTemporaryDirectory(), 't.parquet')
  writeFileSync(path, await write(of))
  const duck = await DuckDBInstance.create(':memory:')
  const connection = await duck.connect()
  try {
    await connection.run("SET TimeZone = 'UTC'")
    const reader = await connection.runAndReadAll(queryOf(`read_parquet('${path}')`))
    return { types: reader.columnTypes().map(String), rows: reader.getRowsJson() }
  } finally {
    connection.closeSync()
    duck.closeSync()
  }
}

test('DuckDB reads every digit, times in UTC, hostile text unchanged, and nulls', async () => {
  const at = Date.UTC(2026, 1, 3, 4, 5, 6, 789)
  const text = '=cmd|\u001b[31m"; DROP TABLE t; --\r\n\ta\u0301👩‍👩‍👧'
  const rows: Cell[][] = [
    ['-9223372036854775807.999999999', at, text],
    ['0.000000000000000001', null, null],
    [null, -1, ''],
  ]
  expect(await queryDuckDb(table([rows]), (file) => `SELECT * FROM ${file}`)).toEqual({
    types: ['DECIMAL(38,18)', 'TIMESTAMP WITH TIME ZONE', 'VARCHAR'],
    rows: [
      ['-9223372036854775807.999999999000000000', '2026-02-03 04:05:06.789+00', text],
      ['0.000000000000000001', null, null],
      [null, '1969-12-31 23:59:59.999+00', ''],
    ],
  })
})

test('DuckDB sums many row groups exactly', async () => {
  const part = (from: number): Cell[][] => Array.from({ length: 9_000 }, (_, index) => [`0.0${from + index}`, 0, 'x'])
  const parts = [10_000, 19_000, 28_000, 37_000].map(part)
  const units = parts.flat().reduce((sum, [amount]) => sum + BigInt(String(amount).slice(2)), 0n)
  const { rows } = await queryDuckDb(table(parts), (file) => `SELECT count(*)::INTEGER, sum(amount) FROM ${file}`)
  expect(rows).toEqual([[36_000, `${units / 1_000_000n}.${String(units % 1_000_000n).padStart(6, '0')}000000000000`]])
})

test('what the table lacks is in the metadata of the file, and a whole table has none', async () => {
  const instance = await DuckDBInstance.create()
  const connection = await instance.connect()
  const metadataOf = async (remarks: readonly string[]) => {
    const path = join(makeTemporaryDirectory(), 't.parquet')
    writeFileSync(path, await write(table([[['1', 0, 'a']]]), remarks))
    const found = await connection.runAndReadAll(`SELECT key::TEXT, value::TEXT FROM parquet_kv_metadata('${path}')`)
    return found.getRows()
  }
  expect(await metadataOf(['One.', 'Два.'])).toEqual([['remarks', expect.stringMatching(/^One\./)]])
  expect(await metadataOf([])).toEqual([])
})
