import { spawn } from 'node:child_process'
import { expect } from 'vitest'
import { pack } from '#main/threads/packed-rows.ts'
import { node } from '../../../scripts/child.mjs'
import type { MirrorDatabase } from '../../fakes/postgres.ts'
import { seededRandom } from '../../fakes/random.ts'
import { until } from '../../fakes/until.ts'
import { makeTransaction } from '../cache/transactions/make-transactions.ts'
import { cli, runCli } from '../cli/run-cli.ts'
import { openStored } from '../cli/stored-profile.ts'
import { accountId, daysAgo, now } from '../ledger/offline-profile.ts'
import { expectEqual, servePostgres, testWithPostgres } from './mirrored.ts'

const postgres = servePostgres()
/** Two batches, and a few more rows. */
const rowCount = 110_000

/** Starts the command, and kills it when the database reaches a state, unless it ends before. */
async function killWhen(args: readonly string[], isReached: () => Promise<boolean>): Promise<void> {
  const child = spawn(node, [cli, ...args], { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  await until(
    async () => child.exitCode !== null || (await isReached()),
    (isTime) => isTime,
    60_000,
    5,
  )
  child.kill('SIGKILL')
  await ended
}

/** The number of bytes in the write-ahead log of the database: it grows with each step of a run, committed or not. */
async function loggedBytes(database: MirrorDatabase): Promise<number> {
  const [row] = await database.query('SELECT pg_current_wal_insert_lsn() - $1::pg_lsn AS bytes', ['0/0'])
  return Number(row?.['bytes'])
}

testWithPostgres(
  'the next run completes a run that was killed at any moment',
  async () => {
    const { dataDir, profile, close } = await openStored()
    const rows = Array.from({ length: rowCount }, (_, index) =>
      makeTransaction(`row ${index}`, daysAgo(90) + index * 60_000),
    )
    await profile.cache.transactions.store(accountId, pack(rows), now, null)
    await close()
    const database = await postgres().createDatabase()
    const args = ['mirror', '--to', database.to, '--data-dir', dataDir]
    const random = seededRandom(19)
    for (const megabytes of [0, 0.3, 4, 16]) {
      const bytes = (await loggedBytes(database)) + megabytes * 1_000_000 * (0.5 + random())
      await killWhen(args, async () => (await loggedBytes(database)) >= bytes)
    }
    // The first part is committed, the second is being sent.
    await killWhen(args, async () => (await countRows(database)) > 0)
    const count = await countRows(database)
    expect([count > 0, count < rowCount]).toEqual([true, true])
    const ended = await runCli(args)
    expect([ended.code, ended.errors]).toEqual([0, ''])
    await expectEqual(profile, database)
    const again = await runCli([...args, '--format', 'json'])
    expect(JSON.parse(again.output)).toEqual(expect.arrayContaining([{ subject: 'transaction', sent: 0, removed: 0 }]))
  },
  300_000,
)

async function countRows(database: MirrorDatabase): Promise<number> {
  const [found] = await database.query(`SELECT to_regclass('tidemark.transaction') AS name`)
  if (found?.['name'] === null) return 0
  const [row] = await database.query('SELECT count(*)::int AS count FROM tidemark.transaction')
  return Number(row?.['count'])
}
