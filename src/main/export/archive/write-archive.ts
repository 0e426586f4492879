import { csvHeader, csvRows, type ExportTable } from '../tables/table.ts'
import { ZipWriter } from './zip-writer.ts'

interface ArchiveTarget {
  readonly append: (data: Uint8Array) => Promise<void>
  /** Called after each chunk of rows. */
  readonly onRows: (count: number) => Promise<void>
  /** UTC ms. */
  readonly now: number
  /** Plain sentences that the reader must know. */
  readonly remarks: readonly string[]
}

const style = { separator: ',', decimalMark: '.' } as const

/** Writes tables as CSV in a ZIP, with a description of every column and a manifest of hashes. Written in a stream. */
export async function writeArchive(tables: readonly ExportTable[], target: ArchiveTarget): Promise<void> {
  const zip = new ZipWriter(target.append)
  await zip.addText('README.txt', archiveReadme(tables, target.now, target.remarks))
  const rowCounts = new Map<string, number>()
  for (const table of tables) {
    let count = 0
    await zip.add(
      `${table.name}.csv`,
      (async function* () {
        yield csvHeader(table, style)
        for await (const rows of table.chunks()) {
          yield csvRows(table.columns, rows, style)
          count += rows.length
          await target.onRows(rows.length)
        }
      })(),
    )
    rowCounts.set(`${table.name}.csv`, count)
  }
  const files = zip.files.map(({ name, ...file }) => ({ name, rows: rowCounts.get(name) ?? null, ...file }))
  const manifest = { program: 'Tidemark', writtenAt: new Date(target.now).toISOString(), files }
  await zip.addText('manifest.json', `${JSON.stringify(manifest, null, 2)}\n`)
  await zip.end()
}

/** The README of the archive, for reading without Tidemark. */
const archiveReadme = (tables: readonly ExportTable[], now: number, remarks: readonly string[]): string =>
  [
    `Tidemark, everything in one archive. Written ${new Date(now).toISOString()}.`,
    '',
    'The tables are CSV (RFC 4180): UTF-8, comma, a header, decimal point. Times are UTC in ISO 8601, numbers have all of',
    'their digits, an empty cell is not known. Text that a spreadsheet would take for a formula begins with an apostrophe.',
    'manifest.json has the size and the SHA-256 hash of each file.',
    ...remarks.flatMap((remark) => ['', remark]),
    ...tables.flatMap(({ name, about, columns }) => [
      '',
      `${name}.csv`,
      about,
      ...columns.map((column) => `  ${column.name} (${column.kind}): ${column.about}`),
    ]),
    '',
  ].join('\n')
