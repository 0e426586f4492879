import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import readWorkbook from 'read-excel-file/node'
import { expect, onTestFinished, test } from 'vitest'
import { openCache } from '#main/cache/open.ts'
import { Exports } from '#main/export/exports.ts'
import type { ExportRequest } from '#main/export/messages.ts'
import { createJournal } from '#main/journal/journal.ts'
import { openJournal } from '#main/journal/open.ts'
import { closeDatabase } from '#main/sqlite/open.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { writeColumns } from '#shared/column-text.ts'
import type { IncomeRow } from '#shared/model/ledger/income.ts'
import type { LostRow } from '#shared/model/transaction/transaction.ts'
import { FakeClock } from '../../fakes/clock.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { threadFiles } from '../../fakes/thread-files.ts'
import { dec } from '../cache/open-cache.ts'
import { makeAccount } from '../insight/make.ts'
import { fifo, makeTrade, openLedgerRig } from '../ledger/rig.ts'

const income: IncomeRow = {
  ...{ accountId: 'acc', symbol: 'A@X', kind: 'dividend', date: '2026-01-05', state: 'received', lateDays: 0 },
  ...{
    expected: null,
    currency: 'RUB',
    gross: dec('5'),
    tax: null,
    net: null,
    transactionIds: ['7'],
    rule: [{ code: 'served' as const }],
  },
  ...{ name: 'Name', each: null, pieces: null, isUncertain: false, candidates: [], source: 'rows', endsOn: null },
}
const now = Date.UTC(2026, 2, 2, 9)

/** Exports a small profile by the real worker thread. Returns the path of the file. */
async function exportTo(
  request: (common: { journalPath: string; choices: typeof fifo }) => ExportRequest,
  lost: readonly LostRow[] = [],
) {
  const directory = makeTemporaryDirectory()
  const [cachePath, journalPath] = [join(directory, 'cache.sqlite'), join(directory, 'journal.sqlite')]
  const { db } = openCache(cachePath)
  const { db: journalDb } = openJournal(journalPath, join(directory, 'backups'))
  const rig = openLedgerRig(db)
  const rows = [makeTrade('1', 1_000, 'A@X', '10', '-100'), makeTrade('2', 2_000, 'A@X', '-4', '66.5')]
  await rig.cache.transactions.store('acc', pack(rows), now, { from: 0, to: now, lost })
  rig.cache.history.putBeginning('acc', 0)
  if (lost.length > 0) rig.cache.accounts.replaceAccount(makeAccount({ id: 'acc' }), now)
  rig.refresh()
  const journal = createJournal(journalDb, join(directory, 'backups'))
  journal.quotes.record([{ symbol: 'A@X', at: 86_400_000 * 5, last: dec('12.5') }])
  const sold = makeTrade('3', 3_000, 'A@X', '-1', '16.5')
  journal.withdrawn.put([{ accountId: 'acc', transaction: sold, since: now }])
  journal.former.put([{ accountId: 'acc', transaction: { ...rows[0]!, name: 'Before' }, until: now }])
  journal.openings.put({ accountId: 'acc', symbol: null, currency: 'RUB', amount: dec('100.25'), setAt: now })
  const waiting: (() => void)[] = []
  const exports = new Exports({
    ...{ threadFile: threadFiles.export, cachePath, folder: join(directory, 'exports'), clock: new FakeClock(now) },
    onDamage: () => undefined,
    onChange: () => waiting.splice(0).forEach((wake) => wake()),
  })
  onTestFinished(async () => {
    await exports.close()
    closeDatabase(db)
    closeDatabase(journalDb)
  })
  exports.start(request({ journalPath, choices: fifo }))
  while (exports.list()[0]?.phase === 'running') await new Promise<void>((resolve) => waiting.push(resolve))
  expect(exports.list()[0]).toMatchObject({ phase: 'done', message: null })
  return exports.list()[0]!.path!
}

const exportProfile = async (...given: Parameters<typeof exportTo>): Promise<Buffer> =>
  readFileSync(await exportTo(...given))

test('a workbook has a sheet for each table, with the lots of the ledger', async () => {
  const file = await exportProfile((common) => ({ ...common, format: 'xlsx', income: writeColumns([income]), now }))
  const sheets = new Map((await readWorkbook(file)).map(({ sheet, data }) => [sheet, data]))
  expect([...sheets.keys()]).toEqual(['transactions', 'accounts', 'positions', 'lots', 'realized-lots', 'income'])
  expect(sheets.get('transactions')?.map((row) => row[10])).toEqual(['amount', -100, 66.5])
  expect(sheets.get('income')?.[1]?.slice(0, 7)).toEqual([
    ...['acc', '2026-01-05', 'A@X', 'Name', 'dividend', 'received', 'RUB'],
  ])
  const [head, lot] = sheets.get('realized-lots') ?? []
  expect(Object.fromEntries((head ?? []).map((name, index) => [name, lot?.[index]]))).toMatchObject({
    ...{ account: 'acc', symbol: 'A@X', pieces: 4, cost: 40, proceeds: 66.5, profit: 26.5 },
  })
})

test('an archive describes each column, and its manifest has the hash of each file', async () => {
  const file = await exportProfile((common) => ({ ...common, format: 'archive', income: [], now }))
  const files = unzipSync(new Uint8Array(file))
  const manifest = JSON.parse(strFromU8(files['manifest.json']!)) as {
    files: { name: string; sha256: string; rows: number | null }[]
  }
  expect(
    manifest.files
      .map(({ name }) => name)
      .concat('manifest.json')
      .sort(),
  ).toEqual(Object.keys(files).sort())
  for (const { name, sha256 } of manifest.files)
    expect(createHash('sha256').update(files[name]!).digest('hex')).toBe(sha256)
  const text = (name: string): string => strFromU8(files[name]!)
  for (const { name } of manifest.files.filter(({ rows }) => rows !== null)) {
    const [header = ''] = text(name).split('\r\n')
    for (const column of header.split(',')) expect(text('README.txt')).toContain(`  ${column} (`)
  }
  expect(text('openings.csv')).toContain('acc,,RUB,100.25,')
  expect(text('recorded-quotes.csv')).toContain('A@X,1970-01-06T00:00:00.000Z,12.5')
  expect(manifest.files.find(({ name }) => name === 'transactions.csv')?.rows).toBe(2)
  expect(text('withdrawn.csv')).toMatch(
    /\r\nacc,1970-01-01T00:00:03.000Z,3,.*,RUB,16.5,-1,.*,2026-03-02T09:00:00.000Z\r\n$/,
  )
  expect(text('former.csv')).toMatch(/\r\nacc,1970-01-01T00:00:01.000Z,1,OTHERS,Before,A@X,RUB,-100,10,/)
})

test('each format says what could not be read: in the file, or in one beside a CSV file', async () => {
  const lost = [
    { id: '3', at: 3_000 },
    { id: null, at: 3_000 },
  ]
  const workbook = await exportProfile((common) => ({ ...common, format: 'xlsx', income: [], now }), lost)
  const [head, ...rows] = (await readWorkbook(workbook)).find(({ sheet }) => sheet === 'unreadable')?.data ?? []
  expect(head).toEqual(['account', 'from', 'to', 'transactions'])
  expect(rows).toEqual([['acc', expect.any(Date), expect.any(Date), 2]])
  const said = '2 transactions of acc could not be read and are not in this file: 1970-01-01T00:00:03.000Z to'
  const remarks = (await readWorkbook(workbook)).find(({ sheet }) => sheet === 'remarks')?.data
  expect(remarks).toEqual([['remark'], [expect.stringContaining(said)]])
  const filter = { conditions: [], text: '' }
  const list: ExportRequest = { format: 'csv', filter, direction: 'oldest', separator: ',' }
  const csv = await exportTo(() => list, lost)
  expect(readFileSync(`${csv}.remarks.txt`, 'utf8')).toMatch(new RegExp(`^${said} .*\\.\n$`))
  expect(existsSync(`${await exportTo(() => list)}.remarks.txt`)).toBe(false)
  const parquet = await exportProfile((common) => ({ ...common, format: 'parquet', income: [], now }), lost)
  expect(parquet.includes(said)).toBe(true)
  const archive = await exportProfile((common) => ({ ...common, format: 'archive', income: [], now }), lost)
  expect(strFromU8(unzipSync(new Uint8Array(archive))['README.txt']!)).toContain(said)
  const journal = await exportProfile((common) => ({ ...common, format: 'beancount', accountIds: null }), lost)
  expect(journal.toString()).toContain(`; ${said}`)
})
