import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allCommands } from '#main/cli/commands/all-commands.ts'
import { accountId, daysAgo, symbol } from '../ledger/offline-profile.ts'
import { hashFiles } from './files.ts'
import { reportExternalAccess } from './report-external-access.ts'
import { runMany } from './run-cli.ts'
import { readRows } from './run-in-process.ts'
import { history, makeTrade, openStored } from './stored-profile.ts'

/**
 * Each command once, except those that write into a database and ask the service. Commands that use the ledger also run with outdated
 * holdings.
 */
const calls = [
  ...allCommands.filter(({ name }) => !['export', 'mirror', 'doctor'].includes(name)).map(({ name }) => [name]),
  ...['transactions', 'realized', 'income', 'calendar', 'hledger', 'ledger', 'beancount'].map((subject) => [
    'export',
    subject,
  ]),
  ['positions', '--as-of', new Date(daysAgo(50)).toISOString().slice(0, 10)],
  ['performance', '--by', 'year'],
]

test('no command writes a file, uses the network or uses the keychain, and all work without the app', async () => {
  const { dataDir, directory, client, profile, store, close } = await openStored()
  await client.call('reconciliation.read', { accountId: null })
  profile.journal.groups.put([{ id: 'g', accountId, rowIds: ['2', '3'], kind: 'repo', costShare: null }], 1)
  // The stored holdings do not contain this row.
  await store([makeTrade('4', daysAgo(5), '1', '-9.5')])
  await close()
  const before = hashFiles(dataDir)
  // The last command opens a connection, which proves that connections are reported.
  const connecting = ['mirror', '--to', 'postgresql://nobody@127.0.0.1:9/none']
  const inDirectory = [...calls, connecting].map((args) => [...args, '--data-dir', dataDir])
  const ended = await runMany(inDirectory, { nodeArgs: ['--import', reportExternalAccess] })
  for (const [index, args] of calls.entries()) {
    const { code, output = '', errors = '' } = ended[index] ?? {}
    expect([args, errors.includes('REACHED'), code]).toEqual([args, false, args[0] === 'reconcile' ? 1 : 0])
    expect(output).not.toBe('')
  }
  expect(ended.at(-1)?.errors).toContain('REACHED network')
  const after = hashFiles(dataDir)
  for (const [path, hash] of before) expect([path, after.get(path)]).toEqual([path, hash])
  // Files in which SQLite records its readers. They contain no data.
  const added = [...after.keys()].filter((path) => !before.has(path))
  expect(added.filter((path) => !/\.sqlite-(shm|wal)$/.test(path))).toEqual([])
  for (const path of readdirSync(directory).filter((name) => name.endsWith('-wal')))
    expect(statSync(join(directory, path)).size).toBe(0)
  expect(existsSync(join(dataDir, 'settings.json'))).toBe(false)
})

test('an answer uses all rows, even if the app has never replayed them or its holdings are outdated', async () => {
  const fresh = await openStored()
  await fresh.close()
  const differences = ['reconcile', '--all', '--data-dir', fresh.dataDir]
  expect(await readRows(differences)).toMatchObject([
    { key: symbol, replayed: '6', state: 'agrees' },
    { key: 'RUB', replayed: '959.5', state: 'agrees' },
  ])
  const behind = await openStored()
  await behind.client.call('reconciliation.read', { accountId: null })
  await behind.store([makeTrade('4', daysAgo(5), '1', '-9.5')])
  await behind.close()
  expect(await readRows(['reconcile', '--data-dir', behind.dataDir])).toMatchObject([
    { key: symbol, stated: '6', replayed: '7', difference: '-1', state: 'differs' },
    { key: 'RUB', stated: '959.5', replayed: '950', difference: '9.5', state: 'differs' },
  ])
})

test('while the app writes, each answer shows the data of one moment', async () => {
  const { dataDir, store } = await openStored()
  let isDone = false
  const rowsAtOnce = 10
  const write = async (): Promise<number> => {
    let count = 0
    for (; !isDone; count += rowsAtOnce) {
      const at = daysAgo(30) + count * 1000
      const rows = Array.from({ length: rowsAtOnce }, (_, row) => makeTrade(`${1000 + count + row}`, at, '1', '-1'))
      await store(rows)
    }
    return count
  }
  const writing = write()
  const questions = Array.from({ length: 6 }, () => ['transactions', 'totals']).flat()
  const ended = await runMany(questions.map((name) => [name, '--format', 'json', '--data-dir', dataDir]))
  isDone = true
  const counts = ended.map(({ output }, index) => {
    const rows = JSON.parse(output) as { readonly count?: number }[]
    return questions[index] === 'totals' ? Number(rows[0]?.count) : rows.length
  })
  for (const count of counts) expect((count - history.length) % rowsAtOnce).toBe(0)
  const written = await writing
  expect(counts).toEqual([...counts].sort((a, b) => a - b))
  expect(new Set(counts).size).toBeGreaterThan(1)
  expect(await readRows(['totals', '--data-dir', dataDir])).toMatchObject([{ count: written + history.length }])
})
