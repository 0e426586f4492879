import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { TransactionRow } from '../../shared/model/activity.ts'
import { AppError } from '../../shared/errors.ts'
import { byteOrderMark, formatHeader, formatRow, type Separator } from './csv.ts'

export interface CsvTarget {
  readonly path: string
  readonly separator: Separator
  /** Told after each batch how many rows are written. Throws to stop. */
  readonly onWritten: (rows: number) => void
}

/**
 * Writes rows to a file that appears only when it is whole: beside it as `.part`, flushed, then named. An existing file is
 * never replaced. Throws AppError with words for a person; then nothing is left.
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
    if (existsSync(target.path)) throw new AppError('invalid', `${target.path} exists already.`)
    renameSync(part, target.path)
  } catch (error) {
    throw explain(error, dirname(target.path))
  } finally {
    try {
      rmSync(part, { force: true })
    } catch {
      // A folder that may not be written holds no part of ours either.
    }
  }
}

function explain(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return new AppError('invalid', `The disk that holds ${folder} is full. Free some space and export again.`)
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOENT':
    case 'ENOTDIR':
    case 'EISDIR':
    case 'EEXIST':
      return new AppError('invalid', `${folder} may not be written. Check that it is a folder and its permissions.`)
    case 'EIO':
      return new AppError('invalid', `The disk that holds ${folder} reported an error. Check the disk.`)
    default:
      return error
  }
}
