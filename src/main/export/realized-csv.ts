import type { RealizedLot } from '#shared/model/ledger/realized-lots.ts'
import { byteOrderMark, formatCell } from './csv.ts'
import { freePath } from './export-files.ts'
import { writeExport } from './remarks.ts'

const columns: readonly (readonly [string, (lot: RealizedLot) => string | null])[] = [
  ['account', (lot) => lot.accountId],
  ['symbol', (lot) => lot.symbol],
  ['instrument', (lot) => lot.name],
  ['pieces', (lot) => lot.pieces],
  ['opened', (lot) => (lot.openedAt === null ? null : new Date(lot.openedAt).toISOString())],
  ['closed', (lot) => new Date(lot.closedAt).toISOString()],
  ['holding_days', (lot) => (lot.holdingDays === null ? null : String(lot.holdingDays))],
  ['currency', (lot) => lot.currency],
  ['cost', (lot) => lot.cost],
  ['proceeds', (lot) => lot.proceeds],
  ['profit', (lot) => lot.profit],
]

const line = (cells: readonly string[]): string => `${cells.map((cell) => formatCell(cell, ',')).join(',')}\r\n`

/** The header line. */
export const formatLotHeader = (): string => line(columns.map(([name]) => name))

/** A lot as a line of CSV; unknown values are empty cells. */
export const formatLot = (lot: RealizedLot): string => line(columns.map(([, read]) => read(lot) ?? ''))

/**
 * Writes realized lots as CSV into a folder. The file gets its name when it is complete. Returns its path and the number of
 * lots. Throws an AppError for the user if the file cannot be written.
 */
export async function writeRealizedCsv(
  pages: AsyncIterable<readonly RealizedLot[]>,
  {
    folder,
    now,
    remarks,
  }: { readonly folder: string; readonly now: number; readonly remarks: () => readonly string[] },
): Promise<{ path: string; lotCount: number }> {
  const path = freePath({ folder, now, format: 'realized' })
  let lotCount = 0
  await writeExport(
    async (file) => {
      await file.append(byteOrderMark + formatLotHeader())
      for await (const lots of pages) {
        await file.append(lots.map(formatLot).join(''))
        lotCount += lots.length
      }
    },
    { path, remarks },
  )
  return { path, lotCount }
}
