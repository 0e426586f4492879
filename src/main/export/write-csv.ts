import type { TransactionRow } from '../../shared/model/transaction/transaction.ts'
import { writeNewFile } from '../disk/new-file.ts'
import { byteOrderMark, formatHeader, formatRow, type CsvStyle } from './csv.ts'

export interface CsvTarget {
  readonly path: string
  readonly style: CsvStyle
  /** Called after each batch with the number of rows written so far. Throws to stop. */
  readonly onWritten: (rows: number) => void
}

/**
 * Writes rows to a file that appears only when complete: to `.part` first, flushed, then renamed. Never replaces an existing
 * file. On failure throws an AppError for the user and leaves nothing behind.
 */
export async function writeCsv(batches: Iterable<readonly TransactionRow[]>, target: CsvTarget): Promise<void> {
  const { path, style, onWritten } = target
  await writeNewFile(
    async (file) => {
      await file.append(byteOrderMark + formatHeader(style))
      let written = 0
      for (const rows of batches) {
        await file.append(rows.map((row) => formatRow(row, style)).join(''))
        written += rows.length
        onWritten(written)
      }
    },
    { part: `${path}.part`, path: () => path },
  )
}
