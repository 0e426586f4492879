import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { node } from '../../../scripts/child.mjs'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { makeTransaction } from '../cache/transactions/make-transactions.ts'
import { accountId, daysAgo } from '../ledger/offline-profile.ts'
import { cli, runCli } from './run-cli.ts'
import { readRows, runInProcess } from './run-in-process.ts'
import { history, makeTrade, openStored } from './stored-profile.ts'

test('differences, bad usage and unreadable data have different exit codes', async () => {
  const { dataDir, directory, id, close } = await openStored(history, '959')
  const run = async (...args: string[]) => {
    const { code, output, errors } = await runInProcess([...args, '--data-dir', dataDir])
    if (code !== 0 && code !== 1)
      expect([args, output, errors]).toEqual([args, '', expect.stringMatching(/^tidemark: ./)])
    return code
  }
  expect(await run('totals', '--profile', id)).toBe(0)
  expect(await run('reconcile')).toBe(1)
  for (const args of [
    ...[['nothing'], ['totals', '--nonsense'], ['totals', '--format', 'xml'], ['transactions', '--from', '2026-02-30']],
    ...[
      ['transactions', '--min', 'much'],
      ['totals', 'stray'],
      ['totals', '--as-of', '2026-01-01'],
      ['export', 'all'],
      ['export', 'xlsx'],
      ['export', 'archive', '--account', 'A', '--file', 'never.zip'],
    ],
    ...[
      ['positions', '--as-of', 'monday'],
      ['export', 'income', '--text', 'a'],
      ['income', '--to', '2020', '--from', '2021'],
    ],
    ...[
      ['transactions', '--period', 'year', '--to', '2026-01-01'],
      ['totals', '--format', 'csv', '--format', 'tsv'],
    ],
  ])
    expect([args, await run(...args)]).toEqual([args, 2])
  expect(await run('totals', '--profile', 'other')).toBe(3)
  expect(await run('transactions', '--account', 'other')).toBe(3)
  expect(await run('positions', '--account', 'other')).toBe(3)
  expect(await run('export', 'hledger', '--account', 'other')).toBe(3)
  expect((await runInProcess(['accounts', '--data-dir', makeTemporaryDirectory()])).code).toBe(3)
  await close()
  const db = new Database(join(directory, 'cache.sqlite'))
  db.pragma('user_version = 1')
  expect((await runInProcess(['accounts', '--data-dir', dataDir])).errors).toContain('older version of Tidemark')
  db.pragma('user_version = 9999')
  expect((await runInProcess(['accounts', '--data-dir', dataDir])).errors).toContain('newer version of Tidemark')
  db.close()
  writeFileSync(join(directory, 'cache.sqlite'), 'no database at all'.repeat(1000))
  expect(await run('accounts')).toBe(3)
})

test('the filter options find the same rows as the filter of the app', async () => {
  const { dataDir } = await openStored()
  const ids = async (...args: string[]) =>
    (await readRows(['transactions', '--order', 'oldest', ...args, '--data-dir', dataDir])).map(({ id }) => id)
  const day = (days: number): string => new Date(daysAgo(days)).toLocaleDateString('sv-SE')
  expect(await ids('--kind', 'buy', '--kind', 'sell')).toEqual(['2', '3'])
  expect(await ids('--not-kind', 'buy')).toEqual(['1', '3'])
  expect(await ids('--trade')).toEqual(['2', '3'])
  expect(await ids('--not-trade')).toEqual(['1'])
  expect(await ids('--max', '-1')).toEqual(['2'])
  expect(await ids('--min', '-100.5', '--max', '60')).toEqual(['2', '3'])
  expect(await ids('--not-max', '-1')).toEqual(['1', '3'])
  expect(await ids('--from', day(80), '--to', day(80))).toEqual(['2'])
  expect(await ids('--not-from', day(80))).toEqual(['1'])
  expect(await ids('--to', new Date(daysAgo(80)).toISOString())).toEqual(['1'])
  expect(await ids('--text', 'сбер прод')).toEqual(['3'])
  expect(await ids('--account', accountId, '--limit', '2')).toEqual(['1', '2'])
  expect(await ids('--not-account', accountId)).toEqual([])
  expect(await ids('--symbol', 'SBER@MISX', '--not-currency', 'RUB')).toEqual([])
  expect(await ids('--period', 'last-year', '--not-period', 'last-year')).toEqual([])
})

test('exports equal the files of the app and are complete or not written', async () => {
  const { dataDir } = await openStored()
  const path = join(makeTemporaryDirectory(), 'all.csv')
  const args = ['export', 'transactions', '--separator', 'semicolon', '--file', path, '--data-dir', dataDir]
  expect((await runInProcess(args)).code).toBe(0)
  const file = readFileSync(path, 'utf8')
  expect(file).toMatch(/^\uFEFFaccount;time;id;kind;/)
  expect(file.split('\r\n')).toHaveLength(history.length + 2)
  expect(await runInProcess(args)).toMatchObject({ code: 2, errors: expect.stringContaining('already exists') })
  expect(readFileSync(path, 'utf8')).toBe(file)
  const realized = await runInProcess(['export', 'realized', '--data-dir', dataDir])
  expect(realized.output).toMatch(/^\uFEFFaccount,symbol,.*\r\n1900001,SBER@MISX,Сбербанк,4,.*,60,19.8\r\n$/s)
  const calendar = await runInProcess(['export', 'calendar', '--data-dir', dataDir])
  expect(calendar.output).toMatch(/^BEGIN:VCALENDAR.*END:VCALENDAR\s*$/s)
})

test('a journal, a workbook and an archive contain everything, even if the stored holdings are outdated', async () => {
  const { dataDir, store } = await openStored()
  await store([makeTrade('late', daysAgo(70), '2', '-20.1')])
  const journal = await runInProcess(['export', 'hledger', '--data-dir', dataDir])
  expect(journal.output.match(/^ {4}; kind: /gm)).toHaveLength(history.length + 1)
  expect(journal.output).toContain('(late)')
  const folder = makeTemporaryDirectory()
  for (const format of ['xlsx', 'archive', 'parquet', 'performance-csv']) {
    const path = join(folder, format)
    expect(await runInProcess(['export', format, '--file', path, '--data-dir', dataDir])).toMatchObject({
      code: 0,
      errors: '',
    })
    expect(readFileSync(path).subarray(0, 2).toString()).toBe(format === 'parquet' ? 'PA' : 'PK')
  }
})

test('a separate process has the output, the errors and the exit code of the command', async () => {
  const { dataDir } = await openStored(history, '959')
  const codes: unknown[] = []
  for (const args of [
    ['transactions', '--format', 'csv'],
    ['reconcile'],
    ['totals', 'stray'],
    ['totals', '--profile', 'other'],
  ]) {
    const ended = await runCli([...args, '--data-dir', dataDir], { env: { LC_ALL: 'C' } })
    expect(ended).toEqual(await runInProcess([...args, '--data-dir', dataDir]))
    codes.push(ended.code)
  }
  expect(codes).toEqual([0, 1, 2, 3])
})

test('a reader that closes the pipe early ends the command without an error', async () => {
  const many = Array.from({ length: 3_000 }, (_, index) => makeTransaction(`m${index}`, daysAgo(80) + index * 1000))
  const { dataDir } = await openStored(many, '0')
  const child = spawn(node, [cli, 'transactions', '--format', 'ndjson', '--data-dir', dataDir])
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  child.stdout.once('data', () => child.stdout.destroy())
  const code = await new Promise((resolve) => child.on('close', resolve))
  expect([code, errors]).toEqual([0, ''])
})

test('colour is written only to a terminal, and never with NO_COLOR', async () => {
  const { dataDir } = await openStored()
  const inTerminal = async (env: NodeJS.ProcessEnv): Promise<string> => {
    const child = spawn('script', ['-qec', `${node} ${cli} accounts --data-dir ${dataDir}`, '/dev/null'], {
      env: { ...process.env, TERM: 'xterm', NO_COLOR: '', FORCE_COLOR: '', ...env },
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    await new Promise((resolve) => child.on('close', resolve))
    return output
  }
  expect(await inTerminal({})).toContain('\u001b[1mAccount')
  expect(await inTerminal({ NO_COLOR: '1' })).not.toContain('\u001b')
  expect((await runCli(['accounts', '--data-dir', dataDir])).output).not.toContain('\u001b')
})
