import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { openCache } from '#main/cache/open.ts'
import { Exports } from '#main/export/exports.ts'
import { writeCsv } from '#main/export/write-transactions.ts'
import { openJournal } from '#main/journal/open.ts'
import { closeDatabase } from '#main/sqlite/open.ts'
import { inLanguage } from '#shared/language.ts'
import type { TransactionExport } from '#shared/model/transaction/history.ts'
import { FakeClock } from '../../fakes/clock.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { threadFiles } from '../../fakes/thread-files.ts'
import { makeTransaction } from '../cache/transactions/make-transactions.ts'
import { openTransactions } from '../cache/transactions/rig.ts'
import { withReason } from '../reason.ts'

const base = Date.UTC(2026, 2, 2, 9)
const everything: Parameters<Exports['start']>[0] = {
  format: 'csv',
  filter: { conditions: [], text: '' },
  direction: 'oldest',
  separator: ';',
}

/** A cache on disk with rows, and the exports of it. */
function start(rows: number, prepare: (folder: string) => void = () => undefined) {
  const directory = makeTemporaryDirectory()
  const cachePath = join(directory, 'cache.sqlite')
  const folder = join(directory, 'exports')
  const { db } = openCache(cachePath)
  const transactions = Array.from({ length: rows }, (_, i) => makeTransaction(`${i}`, base + i * 1_000))
  openTransactions(db).upsert('a', transactions, 1)
  prepare(folder)
  const pausedWrites: (() => void)[] = []
  const states: TransactionExport[] = []
  const damage: unknown[] = []
  const exports = new Exports({
    threadFile: threadFiles.export,
    cachePath,
    folder,
    clock: new FakeClock(base),
    onDamage: (error) => damage.push(error),
    onChange() {
      states.push(...exports.list().slice(0, 1))
      for (const resume of pausedWrites.splice(0)) resume()
    },
  })
  onTestFinished(async () => {
    await exports.close()
    closeDatabase(db)
  })
  async function ended(id: string): Promise<TransactionExport> {
    for (;;) {
      const state = exports.list().find((known) => known.id === id)
      if (state?.phase !== 'running') return state!
      await new Promise<void>((resolve) => pausedWrites.push(resolve))
    }
  }
  const files = (): string[] => (existsSync(folder) ? readdirSync(folder) : [])
  return { exports, ended, files, states, folder, cachePath, damage }
}

test('an export has a byte order mark, a header and each row once, and reports progress', async () => {
  const { exports, ended, files, states } = start(2_500)
  const { id, phase } = exports.start(everything)
  expect(phase).toBe('running')
  const done = await ended(id)
  expect(done).toMatchObject({ phase: 'done', written: 2_500, total: 2_500, message: null })
  const lines = readFileSync(done.path!, 'utf8').split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFFaccount;time;id;/)
  expect(lines.slice(1, -1).map((line) => line.split(';')[2])).toEqual(Array.from({ length: 2_500 }, (_, i) => `${i}`))
  expect(lines.at(-1)).toBe('')
  expect(files()).toEqual(['transactions-20260302T090000Z.csv'])
  expect(states.some((state) => state.phase === 'running' && state.total === 2_500)).toBe(true)
})

test('a journal of all rows is written by the thread', async () => {
  const { exports, ended, files, cachePath } = start(2_500)
  const journalPath = join(dirname(cachePath), 'journal.sqlite')
  const { db } = openJournal(journalPath, join(dirname(cachePath), 'backups'))
  closeDatabase(db)
  const choices = { method: 'fifo' as const, openings: [], maturities: [] }
  const { id } = exports.start({ format: 'hledger', accountIds: null, choices, journalPath })
  const done = await ended(id)
  expect(done).toMatchObject({ phase: 'done', written: 2_500, total: 2_500, message: null })
  expect(files()).toEqual(['hledger-20260302T090000Z.journal'])
  expect(readFileSync(done.path!, 'utf8').match(/; kind: commission/g)).toHaveLength(2_500)
})

test('two exports at the same time write two files', async () => {
  const { exports, ended, files } = start(3)
  const ids = [exports.start(everything).id, exports.start(everything).id]
  expect((await Promise.all(ids.map(ended))).map(({ phase }) => phase)).toEqual(['done', 'done'])
  expect(files().sort()).toEqual(['transactions-20260302T090000Z-2.csv', 'transactions-20260302T090000Z.csv'])
})

test('a cancelled export leaves no file', async () => {
  const { exports, ended, files } = start(20_000)
  const { id } = exports.start(everything)
  exports.cancel(id)
  const phase = (await ended(id)).phase
  expect(phase).toBe('cancelled')
  expect(files()).toEqual([])
  expect(() => exports.cancel('unknown')).toThrow(/no longer exists/)
})

test.each(['beancount', 'performance-csv', 'archive', 'xlsx', 'parquet'] as const)(
  'a cancelled export of everything as %s leaves no file',
  async (format) => {
    const { exports, ended, files, cachePath } = start(20_000)
    const journalPath = join(dirname(cachePath), 'journal.sqlite')
    closeDatabase(openJournal(journalPath, join(dirname(cachePath), 'backups')).db)
    const common = { choices: { method: 'fifo' as const, openings: [], maturities: [] }, journalPath }
    const { id } = exports.start(
      format === 'beancount' || format === 'performance-csv'
        ? { ...common, format, accountIds: null }
        : { ...common, format, income: [], now: base },
    )
    exports.cancel(id)
    expect((await ended(id)).phase).toBe('cancelled')
    expect(files()).toEqual([])
  },
)

test('a folder that is not writable is named in the error, in the language of the moment, and no file remains', async () => {
  // A file with the name of the folder makes the folder unusable, even for root.
  const { exports, ended, folder } = start(3, (place) => writeFileSync(place, 'in the way'))
  const failed = await ended(exports.start(everything).id)
  expect(failed).toMatchObject({ phase: 'failed', path: null, written: 0 })
  expect(failed.message).toContain(`Cannot write to ${folder}.`)
  const inRussian = inLanguage('ru', () => exports.list()[0]?.message)
  expect(inRussian).toMatch(/[а-я]/)
  expect(inRussian).toContain(folder)
  expect(readFileSync(folder, 'utf8')).toBe('in the way')
})

test('a full disk is named in the error, and no file remains', async () => {
  const directory = makeTemporaryDirectory()
  const path = join(directory, 'exports', 'full.csv')
  const full = (function* () {
    yield []
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
  })()
  await expect(
    writeCsv(full, { path, style: { separator: ',', decimalMark: '.' }, onWritten: () => undefined }),
  ).rejects.toMatchObject({ code: 'invalid', reason: { is: 'disk-full' } })
  expect(readdirSync(join(directory, 'exports'))).toEqual([])
})

test('an existing file is never replaced', async () => {
  const path = join(makeTemporaryDirectory(), 'mine.csv')
  writeFileSync(path, 'mine')
  await expect(
    writeCsv([], { path, style: { separator: ',', decimalMark: '.' }, onWritten: () => undefined }),
  ).rejects.toThrow(withReason('file-exists', { path }))
  expect(readFileSync(path, 'utf8')).toBe('mine')
  expect(existsSync(`${path}.part`)).toBe(false)
})

test('the next start removes partial files of a crash and keeps other files', () => {
  const { files } = start(1, (folder) => {
    mkdirSync(folder)
    for (const name of ['transactions', 'income', 'realized-lots'])
      writeFileSync(join(folder, `${name}-20200101T000000Z.csv.part`), 'half')
    for (const name of ['journal.part', 'journal.part-journal', 'journal.part.anchor'])
      writeFileSync(join(folder, name), 'half')
    writeFileSync(join(folder, 'notes.part'), 'mine')
  })
  expect(files()).toEqual(['notes.part'])
})

test.each(['the first page', 'a page of rows'])(
  'the export of a cache with %s damaged fails, and the damage is reported',
  async (what) => {
    const { exports, ended, files, cachePath, damage } = start(5_000)
    const writer = new Database(cachePath)
    writer.pragma('wal_checkpoint(TRUNCATE)')
    const root = writer.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'account_transaction'`).pluck().get()
    writer.close()
    const page = what === 'the first page' ? 1 : Number(root)
    writeFileSync(cachePath, readFileSync(cachePath).fill(0xa5, (page - 1) * 4_096, page * 4_096))
    const { phase, message } = await ended(exports.start(everything).id)
    expect([phase, damage.length]).toEqual(['failed', 1])
    expect(message).toMatch(/cache is damaged|stopped unexpectedly/)
    expect(files()).toEqual([])
  },
)
