import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { TransactionRow } from '../../shared/model/transaction/activity.ts'
import { AppError } from '../../shared/errors.ts'
import { explainWriteFailure } from '../disk/explain-write-failure.ts'
import { byteOrderMark, formatHeader, formatRow, type Separator } from './csv.ts'

export interface CsvTarget {
  readonly path: string
  readonly separator: Separator
  /** Called after each batch with the number of rows written so far. Throws to stop. */
  readonly onWritten: (rows: number) => void
}

/**
 * Writes rows to a file that appears only when complete: to `.part` first, flushed, then renamed. Never replaces an existing
 * file. On failure throws an AppError for the user and leaves nothing behind.
 */
export async function writeCsv(batches: Iterable<readonly TransactionRow[]>, target: CsvTarget): Promise<void> {
  const part = `${target.path}.part`
  try {
    mkdirSync(dirname(target.path), { recursive: true, mode: 0o700 })
    const file = await open(part, 'wx', 0o600)
    try {
      await file.write(byteOrderMark + formatHeader(target.separator))
      let written = 0
      for (const rows of batches) {
        await file.write(rows.map((row) => formatRow(row, target.separator)).join(''))
        written += rows.length
        target.onWritten(written)
      }
      await file.sync()
    } finally {
      await file.close()
    }
    if (existsSync(target.path)) throw new AppError('invalid', `${target.path} already exists.`)
    renameSync(part, target.path)
  } catch (error) {
    throw explainWriteFailure(error, dirname(target.path))
  } finally {
    try {
      rmSync(part, { force: true })
    } catch {
      // In a folder that is not writable there is no such file either.
    }
  }
}
