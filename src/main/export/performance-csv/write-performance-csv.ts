import { ZipWriter } from '../archive/zip-writer.ts'
import { csvHeader, csvRows, type ExportTable } from '../tables/table.ts'

interface Target {
  readonly append: (data: Uint8Array) => Promise<void>
  /** Called after each chunk of rows. */
  readonly onRows: (count: number) => Promise<void>
  /** Plain sentences that the reader must know. */
  readonly remarks: readonly string[]
}

const style = { separator: ',', decimalMark: '.' } as const

/** Writes the files for Portfolio Performance in a ZIP, with instructions for importing them. Written in a stream. */
export async function writePerformanceCsv(tables: readonly ExportTable[], target: Target): Promise<void> {
  const zip = new ZipWriter(target.append)
  await zip.addText('README.txt', readme(target.remarks))
  for (const table of tables) await zip.add(`${table.name}.csv`, textOf(table, target))
  await zip.end()
}

async function* textOf(table: ExportTable, { onRows }: Target): AsyncGenerator<string> {
  yield csvHeader(table, style)
  for await (const rows of table.chunks()) {
    if (rows.length > 0) yield csvRows(table.columns, rows, style)
    await onRows(rows.length)
  }
}

const readme = (remarks: readonly string[]): string =>
  `Tidemark, for Portfolio Performance.

In Portfolio Performance make a securities account for each account, and a cash account for each account and currency, with
the names of the last two columns. Then choose File, Import, CSV files: first portfolio-transactions.csv as "Portfolio
Transactions", then account-transactions.csv as "Account Transactions". The files are UTF-8, with a comma between columns, a
header, dates as yyyy-MM-dd and a decimal point. Times are UTC.

Cash and pieces add up to those of Tidemark. Some things have no booking of their own there:
- Trades of futures are left out; their variation margin is interest.
- A split is a delivery of the pieces that it adds, at no value; in two rows it is two deliveries with what the pieces cost.
- A spin-off is a delivery of the new pieces with their share of the cost; the old pieces leave with their whole cost and come
  back with the rest. Until you say what the share is, the cost of the new pieces is not known and the old ones keep all of it.
- Pieces that are lent, in a repo or taken back are deliveries with what they cost. The money of a repo is a deposit and a
  removal, without its interest.
- Pieces that came or left without money are deliveries with what they cost, or with 0 where that is not known.
- Repaid face value without pieces is a dividend. A payment that was taken back is an interest charge.
- Commissions and taxes are bookings of their own, as the broker books them.
- Transfers, loans and transactions of unknown kind are deposits and removals.
${remarks.map((remark) => `\n${remark}\n`).join('')}`
