import { expect } from 'vitest'
import { openCache } from '#main/cache/open.ts'
import { pack } from '#main/threads/packed-rows.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { makeTrade, openStored } from '../cli/stored-profile.ts'
import { accountId, daysAgo, now, symbol } from '../ledger/offline-profile.ts'
import { expectEqual, runMirror, servePostgres, testWithPostgres } from './mirrored.ts'

const postgres = servePostgres()

type Stored = Awaited<ReturnType<typeof openStored>>

/** Stores rows with the time at which they were read. */
const readAt = ({ profile }: Stored, at: number, ...rows: readonly Transaction[]) =>
  profile.cache.transactions.store(accountId, pack(rows), at, null)

function remove({ profile }: Stored, id: string): void {
  const { db } = openCache(profile.paths.cache)
  db.prepare('DELETE FROM account_transaction WHERE id = ?').run(id)
  db.close()
}

const amountsOf = 'SELECT id, amount FROM tidemark.transaction ORDER BY id'
const everything = `SELECT account_id, id, at, kind, kind_rule, name, symbol, amount, quantity, read_at FROM tidemark.transaction
  ORDER BY account_id, id`

testWithPostgres('two computers that have read the same rows write each row once', async () => {
  const [home, office] = [await openStored(), await openStored()]
  const database = await postgres().createDatabase()
  await Promise.all([runMirror(home.profile, database.to), runMirror(office.profile, database.to)])
  await expectEqual(home.profile, database)
  await expectEqual(office.profile, database)
  expect(await database.query('SELECT writer FROM tidemark.writer')).toHaveLength(2)
})

testWithPostgres('the row that was read last is stored, in any order of writing computers', async () => {
  const [home, office] = [await openStored(), await openStored()]
  await readAt(home, now + 1000, makeTrade('2', daysAgo(80), '10', '-111'), makeTrade('late', daysAgo(7), '1', '-5'))
  await readAt(office, now + 2000, makeTrade('2', daysAgo(80), '10', '-222'), makeTrade('3', daysAgo(40), '-4', '70'))
  const outcomes: unknown[] = []
  for (const order of [
    [home, office],
    [office, home],
    [home, office, home],
    [office, home, office],
  ]) {
    const database = await postgres().createDatabase()
    for (const { profile } of order) await runMirror(profile, database.to)
    outcomes.push(await database.query(everything))
    expect(await database.query(amountsOf)).toEqual([
      { id: '1', amount: '1000' },
      { id: '2', amount: '-222' },
      { id: '3', amount: '70' },
      { id: 'late', amount: '-5' },
    ])
  }
  for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0])
})

testWithPostgres('an older state does not undo a newer row, even when its part is sent again', async () => {
  const [home, office] = [await openStored(), await openStored()]
  const database = await postgres().createDatabase()
  await runMirror(home.profile, database.to)
  await readAt(office, now + 2000, makeTrade('2', daysAgo(80), '10', '-222'))
  await runMirror(office.profile, database.to)
  await readAt(home, now + 3000, makeTrade('next to it', daysAgo(80) + 1000, '1', '-1'))
  await runMirror(home.profile, database.to)
  expect(await database.query(amountsOf)).toContainEqual({ id: '2', amount: '-222' })
  // A cache that returns to an older state does not restore its old rows either.
  await readAt(home, now + 4000, makeTrade('2', daysAgo(80), '10', '-333'))
  await runMirror(home.profile, database.to)
  const { db } = openCache(home.profile.paths.cache)
  db.prepare(`UPDATE account_transaction SET units = -100, nanos = -500000000, fetched_at = ? WHERE id = '2'`).run(now)
  db.close()
  await runMirror(home.profile, database.to)
  expect(await database.query(amountsOf)).toContainEqual({ id: '2', amount: '-333' })
})

testWithPostgres(
  'a computer that still has a removed row does not restore it; a computer that reads it again does',
  async () => {
    const [home, office] = [await openStored(), await openStored()]
    const database = await postgres().createDatabase()
    await runMirror(home.profile, database.to)
    await runMirror(office.profile, database.to)
    remove(home, '3')
    await runMirror(home.profile, database.to)
    await expectEqual(home.profile, database)
    await readAt(office, now + 1000, makeTrade('next to it', daysAgo(40) + 1000, '1', '-1'))
    await runMirror(office.profile, database.to)
    expect(await database.query(`SELECT id FROM tidemark.transaction WHERE id IN ('3', 'next to it')`)).toEqual([
      { id: 'next to it' },
    ])
    remove(office, '3')
    await readAt(office, Date.now() + 1000, makeTrade('3', daysAgo(40), '-4', '60'))
    await runMirror(office.profile, database.to)
    await expectEqual(office.profile, database)
  },
)

testWithPostgres('a computer does not remove a row that it never had', async () => {
  const [home, office] = [await openStored(), await openStored()]
  const database = await postgres().createDatabase()
  await runMirror(home.profile, database.to)
  await readAt(office, now, makeTrade('late', daysAgo(40) + 5000, '1', '-5'))
  await runMirror(office.profile, database.to)
  await readAt(home, now + 1000, makeTrade('other', daysAgo(40) + 6000, '1', '-6'))
  await runMirror(home.profile, database.to)
  expect(await database.query('SELECT id FROM tidemark.transaction')).toHaveLength(5)
})

testWithPostgres('a kind that the user chose on one computer is stored, and so is its removal', async () => {
  const [home, office] = [await openStored(), await openStored()]
  const database = await postgres().createDatabase()
  await runMirror(home.profile, database.to)
  await runMirror(office.profile, database.to)
  const choose = (stored: Stored, kind: 'fine' | null) =>
    stored.client.call('transactions.setKind', { accountId, id: '1', kind, scope: 'row' })
  const kindQuery = `SELECT kind, kind_rule FROM tidemark.transaction WHERE id = '1'`
  await choose(home, 'fine')
  await runMirror(home.profile, database.to)
  await runMirror(office.profile, database.to)
  expect(await database.query(kindQuery)).toEqual([{ kind: 'fine', kind_rule: 'person' }])
  await choose(home, null)
  await runMirror(home.profile, database.to)
  await expectEqual(home.profile, database)
})

testWithPostgres('the newest statement of an account replaces the older one as a whole', async () => {
  const [home, office] = [await openStored(), await openStored()]
  const database = await postgres().createDatabase()
  const stored = office.profile.cache.accounts.get(accountId)
  if (stored === null) throw new Error('no account')
  office.profile.cache.accounts.replaceAccount({ ...stored.account, cash: [], positions: [] }, now + 5000)
  await runMirror(office.profile, database.to)
  await runMirror(home.profile, database.to)
  expect(await database.query('SELECT * FROM tidemark.cash')).toEqual([])
  expect(await database.query('SELECT * FROM tidemark.position')).toEqual([])
  home.profile.cache.accounts.replaceAccount(stored.account, now + 6000)
  await runMirror(home.profile, database.to)
  expect(await database.query('SELECT symbol FROM tidemark.position')).toEqual([{ symbol }])
})

testWithPostgres('a computer whose clock is wrong does not write', async () => {
  const { profile } = await openStored()
  const database = await postgres().createDatabase()
  const hourMs = 3_600_000
  await expect(runMirror(profile, database.to, () => Date.now() + hourMs)).rejects.toThrow('60 minutes ahead of')
  await expect(runMirror(profile, database.to, () => Date.now() - hourMs)).rejects.toThrow('60 minutes behind')
})
