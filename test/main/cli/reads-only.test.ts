import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allCommands } from '../../../src/main/cli/commands/all-commands.ts'
import { daysAgo, symbol } from '../ledger/offline-profile.ts'
import { hashFiles } from './files.ts'
import { readRows, runCli } from './run-cli.ts'
import { history, makeTrade, openStored } from './stored-profile.ts'
import { watchOutside } from './watch-outside.ts'

/**
 * Each command once, except the one that writes into a database. Commands that ask the ledger are also called with outdated
 * holdings.
 */
const calls = [
  ...allCommands.filter(({ name }) => name !== 'export' && name !== 'mirror').map(({ name }) => [name]),
  ...['transactions', 'realized', 'income', 'calendar', 'hledger', 'ledger', 'beancount'].map((subject) => [
    'export',
    subject,
  ]),
  ['positions', '--as-of', new Date(daysAgo(50)).toISOString().slice(0, 10)],
  ['performance', '--by', 'year'],
]

test('no command writes a file, reaches the network or the keychain, and all work without the app', async () => {
  const { dataDir, directory, client, store, close } = await openStored()
  await client.call('reconciliation.read', { accountId: null })
  // The stored holdings do not contain this row.
  await store([makeTrade('4', daysAgo(5), '1', '-9.5')])
  await close()
  const before = hashFiles(dataDir)
  for (const args of calls) {
    const ended = await runCli([...args, '--data-dir', dataDir], { nodeArgs: ['--import', watchOutside] })
    expect([args, ended.errors.includes('REACHED'), ended.code]).toEqual([args, false, args[0] === 'reconcile' ? 1 : 0])
    expect(ended.output).not.toBe('')
  }
  const after = hashFiles(dataDir)
  for (const [path, hash] of before) expect([path, after.get(path)]).toEqual([path, hash])
  // Files in which SQLite records its readers. They contain no data.
  const added = [...after.keys()].filter((path) => !before.has(path))
  expect(added.filter((path) => !/\.sqlite-(shm|wal)$/.test(path))).toEqual([])
  for (const path of readdirSync(directory).filter((name) => name.endsWith('-wal')))
    expect(statSync(join(directory, path)).size).toBe(0)
  expect(existsSync(join(dataDir, 'settings.json'))).toBe(false)
}, 120_000)

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
  const counts: number[] = []
  for (let run = 0; run < 4; run++) {
    const [rows, totals] = await Promise.all([
      readRows(['transactions', '--data-dir', dataDir]),
      readRows(['totals', '--data-dir', dataDir]),
    ])
    expect((rows.length - history.length) % rowsAtOnce).toBe(0)
    expect((Number(totals[0]?.['count']) - history.length) % rowsAtOnce).toBe(0)
    counts.push(rows.length)
  }
  isDone = true
  const written = await writing
  expect(counts).toEqual([...counts].sort((a, b) => a - b))
  expect(new Set(counts).size).toBeGreaterThan(1)
  expect(await readRows(['totals', '--data-dir', dataDir])).toMatchObject([{ count: written + history.length }])
})
