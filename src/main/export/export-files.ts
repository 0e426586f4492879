import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { removeDrafts } from '../journal/backup/drafts.ts'

/** The file name of each export. */
const fileNames = {
  csv: ['transactions', 'csv'],
  hledger: ['hledger', 'journal'],
  ledger: ['ledger', 'ledger'],
  beancount: ['beancount', 'beancount'],
  'performance-csv': ['portfolio-performance', 'zip'],
  xlsx: ['portfolio', 'xlsx'],
  parquet: ['transactions', 'parquet'],
  archive: ['everything', 'zip'],
  realized: ['realized-lots', 'csv'],
  income: ['income', 'csv'],
  calendar: ['income', 'ics'],
} as const satisfies Readonly<Record<string, readonly [stem: string, ending: string]>>

interface FileChoice {
  readonly folder: string
  readonly format: keyof typeof fileNames
  /** UTC ms. */
  readonly now: number
  /** Paths of files that are being written, and may not exist yet. */
  readonly taken?: ReadonlySet<string>
}

/** `transactions-20261121T070000Z.csv`, with a number at the end if that name is taken. */
export function freePath({ folder, format, now, taken = new Set() }: FileChoice): string {
  const [stem, ending] = fileNames[format]
  const time = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')
  for (let number = 1; ; number++) {
    const path = join(folder, `${stem}-${time}${number === 1 ? '' : `-${number}`}.${ending}`)
    if (!taken.has(path) && !existsSync(path) && !existsSync(`${path}.part`)) return path
  }
}

/** Removes incomplete files of an earlier run, also copies of the journal. */
export function removePartialFiles(folder: string): void {
  removeDrafts(folder)
  try {
    for (const name of readdirSync(folder)) {
      if (isPartialFile(name)) rmSync(join(folder, name), { force: true })
    }
  } catch {
    // The folder does not exist or is not readable: nothing to remove.
  }
}

const isPartialFile = (name: string): boolean =>
  Object.values(fileNames).some(([stem, ending]) => name.startsWith(`${stem}-`) && name.endsWith(`.${ending}.part`))
