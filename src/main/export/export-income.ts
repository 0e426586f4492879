import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { IncomeRow } from '../../shared/model/ledger/income.ts'
import { writeNewFile } from '../disk/new-file.ts'
import type { Separator } from './csv.ts'
import { formatIncomeCalendar } from './income-files.ts'
import { formatIncomeCsv } from './income-csv.ts'

interface IncomeExportOptions {
  readonly format: 'csv' | 'ics'
  /** Of a CSV file. */
  readonly separator: Separator
  readonly folder: string
  /** UTC ms. */
  readonly now: number
}

/** Writes rows to a new file in the export folder; it appears only when it is complete. Throws an AppError for the user. */
export async function exportIncome(
  rows: readonly IncomeRow[],
  { format, separator, folder, now }: IncomeExportOptions,
): Promise<{ path: string; rows: number }> {
  const texts = format === 'csv' ? formatIncomeCsv([rows], separator) : formatIncomeCalendar([rows], now)
  const path = freePath(folder, now, format)
  await writeNewFile(
    async (file) => {
      for await (const text of texts) await file.append(text)
    },
    { part: `${path}.part`, path: () => path },
  )
  return { path, rows: rows.length }
}

/** `income-20261121T070000Z.csv`, with a number at the end if that name is taken. */
function freePath(folder: string, now: number, ending: string): string {
  const time = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')
  for (let number = 1; ; number++) {
    const path = join(folder, `income-${time}${number === 1 ? '' : `-${number}`}.${ending}`)
    if (!existsSync(path) && !existsSync(`${path}.part`)) return path
  }
}
