import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { expect } from 'vitest'
import { add, negate, sign, zero, type Decimal } from '#shared/decimal.ts'
import type { JournalFormat, WholeFormat } from '#shared/model/transaction/history.ts'
import { dec } from '../cache/open-cache.ts'
import { parseCells } from '../export/parse-cells.ts'
import type { ReportedProfile } from './reported-accounts.ts'

// The files that the running app exports, read without the programs for which they are written.

/** Starts an export and returns its file. */
async function fileOf({ client }: ReportedProfile, started: Promise<{ readonly id: string }>): Promise<Buffer> {
  const { id } = await started
  const state = async () => (await client.call('exports.list')).find((each) => each.id === id)
  await expect.poll(async () => (await state())?.phase, { timeout: 60_000 }).toBe('done')
  return readFileSync((await state())?.path ?? '')
}

/** An export of all accounts. */
export const exportWhole = (opened: ReportedProfile, format: WholeFormat): Promise<Buffer> =>
  fileOf(opened, opened.client.call('exports.startWhole', { format, accountIds: null }))

export type CsvRow = Readonly<Record<string, string>>

const rowsOf = (text: string): CsvRow[] => {
  const [head = [], ...records] = parseCells(text.replace(/^\uFEFF/, ''), ',')
  return records
    .filter((cells) => cells.length === head.length)
    .map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])))
}

/** The list of transactions as CSV. */
export async function exportList(opened: ReportedProfile): Promise<CsvRow[]> {
  const filter = { conditions: [], text: '' }
  const request = { filter, direction: 'oldest' as const, separator: ',' as const }
  return rowsOf(String(await fileOf(opened, opened.client.call('exports.start', request))))
}

/** The tables of the archive, by name. */
export async function exportTables(opened: ReportedProfile): Promise<(name: string) => CsvRow[]> {
  const files = unzipSync(new Uint8Array(await exportWhole(opened, 'archive')))
  return (name) => rowsOf(strFromU8(files[`${name}.csv`] ?? new Uint8Array()))
}

/** The sums of a journal, without zeros. */
export interface JournalSums {
  /** By account and currency, or account and symbol. */
  readonly balances: Readonly<Record<string, Decimal>>
  /** The remaining cost by account, symbol and currency. */
  readonly costs: Readonly<Record<string, Decimal>>
}

const root = '(?:Assets|Liabilities|Equity|Income|Expenses)'
const commodity = '"[^"]*"|[^\\s{},]+'
const posting = new RegExp(
  `^ +(${root}:\\S+)  (-?[\\d.]+) (${commodity})(?: \\{\\{([\\d.]+) (${commodity})[,}].*)?$`,
  'gm',
)

/** Adds the postings of a journal of hledger, ledger or beancount. */
export function sumJournal(text: string, format: JournalFormat): JournalSums {
  const nameOf = format === 'beancount' ? beancountNames(text) : (name: string) => name.replaceAll('"', '')
  const [balances, costs] = [new Map<string, Decimal>(), new Map<string, Decimal>()]
  const book = (sums: Map<string, Decimal>, key: string, amount: Decimal): void =>
    void sums.set(key, add(sums.get(key) ?? zero, amount))
  for (const [, account = '', units = '', name = '', cost, currency = ''] of text.matchAll(posting)) {
    const amount = dec(shortest(units))
    book(balances, `${account} ${nameOf(name)}`, amount)
    if (cost === undefined) continue
    const total = dec(shortest(cost))
    book(costs, `${account} ${nameOf(name)} ${nameOf(currency)}`, sign(amount) < 0 ? negate(total) : total)
  }
  return { balances: withoutZeros(balances), costs: withoutZeros(costs) }
}

export const withoutZeros = (sums: ReadonlyMap<string, Decimal>): Record<string, Decimal> =>
  Object.fromEntries([...sums].filter(([, amount]) => sign(amount) !== 0).sort(([a], [b]) => (a < b ? -1 : 1)))

const shortest = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** The names of the service by those of the journal. */
function beancountNames(text: string): (name: string) => string {
  const names = new Map(
    [...text.matchAll(/ commodity (\S+)\n {2}(?:code|symbol): "(.*)"/g)].map(([, name = '', own = '']) => [name, own]),
  )
  return (name) => names.get(name) ?? name
}
