import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noteExport, readNotedExports } from '#main/export/written-exports.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { runCli } from '../cli/run-cli.ts'
import { openStored } from '../cli/stored-profile.ts'
import { accountId, daysAgo, now } from '../ledger/offline-profile.ts'

const lostAt = daysAgo(50)
const said = `1 transaction of ${accountId} could not be read and is not in this file: `

async function openLacking() {
  const { dataDir, profile } = await openStored()
  const lose = () =>
    profile.cache.transactions.store(accountId, pack([]), now, {
      ...{ from: daysAgo(100), to: now + 1000 },
      lost: [{ id: '9', at: lostAt }],
    })
  /** Runs an export and returns what is beside its file. */
  async function remarksOf(subject: string, ...options: readonly string[]): Promise<string | null> {
    const path = join(makeTemporaryDirectory(), 'file')
    const args = ['export', subject, '--file', path, '--data-dir', dataDir, ...options]
    expect(await runCli(args)).toMatchObject({ code: 0 })
    expect(readFileSync(path, 'utf8')).not.toContain('could not be read')
    return existsSync(`${path}.remarks.txt`) ? readFileSync(`${path}.remarks.txt`, 'utf8') : null
  }
  return { dataDir, profile, lose, remarksOf }
}

const day = (at: number): string => new Date(at).toISOString().slice(0, 10)

test('beside an exported table stands what it lacks, and nothing beside one that lacks nothing', async () => {
  const { lose, remarksOf } = await openLacking()
  for (const subject of ['transactions', 'realized', 'income']) expect(await remarksOf(subject)).toBe(null)
  await lose()
  for (const subject of ['transactions', 'realized', 'income'])
    expect(await remarksOf(subject)).toBe(
      `${said}${new Date(lostAt).toISOString()} to ${new Date(lostAt).toISOString()}.\n`,
    )
})

test('transactions of another time or account lack nothing', async () => {
  const { profile, lose, remarksOf } = await openLacking()
  await lose()
  expect(await remarksOf('transactions', '--from', day(daysAgo(45)))).toBe(null)
  expect(await remarksOf('transactions', '--to', day(daysAgo(55)))).toBe(null)
  expect(await remarksOf('transactions', '--from', day(daysAgo(55)), '--kind', 'dividend')).toContain(said)
  expect(await remarksOf('transactions', '--account', accountId)).toContain(said)
  profile.cache.history.putBeginning(accountId, daysAgo(200))
  expect(await remarksOf('transactions', '--from', day(daysAgo(45)))).toBe(null)
  expect(await remarksOf('transactions', '--from', day(daysAgo(150)), '--to', day(daysAgo(60)))).toBe(
    `A part of the history of ${accountId} is not loaded.\n`,
  )
})

test('a calendar says it in its description', async () => {
  const { dataDir, profile, lose } = await openLacking()
  await lose()
  profile.cache.history.putBeginning(accountId, daysAgo(200))
  const { output } = await runCli(['export', 'calendar', '--data-dir', dataDir])
  const lines = output.replace(/\r?\n /g, '').split(/\r?\n/)
  expect(lines.find((line) => line.startsWith('X-WR-CALDESC:'))).toMatch(
    `X-WR-CALDESC:A part of the history of ${accountId} is not loaded.\\n${said}`,
  )
  expect(lines.slice(0, -1).filter((line) => !/^[A-Z-]+[:;]/.test(line))).toEqual([])
})

test('an export is not written over remarks of another', async () => {
  const { dataDir, lose } = await openLacking()
  await lose()
  const path = join(makeTemporaryDirectory(), 'file')
  const args = ['export', 'transactions', '--file', path, '--data-dir', dataDir]
  await runCli(args)
  rmSync(path)
  expect(await runCli(args)).toMatchObject({
    code: 2,
    errors: expect.stringContaining(`${path}.remarks.txt already exists`),
  })
  expect(existsSync(path)).toBe(false)
})

test('remarks are deleted with their table', () => {
  const directory = makeTemporaryDirectory()
  noteExport(directory, '/x/a.csv')
  expect(readNotedExports(directory)).toEqual(['/x/a.csv', '/x/a.csv.remarks.txt'])
})
