import { expect } from 'vitest'
import { openCache } from '#main/cache/open.ts'
import { readNotedMirrors } from '#main/mirror/noted-mirrors.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { dec } from '../cache/open-cache.ts'
import { makeTransaction } from '../cache/transactions/make-transactions.ts'
import { makeTrade, openStored } from '../cli/stored-profile.ts'
import { accountId, daysAgo, now, symbol } from '../ledger/offline-profile.ts'
import { expectEqual, runMirror, sentOf, servePostgres, testWithPostgres } from './mirrored.ts'

const postgres = servePostgres()

testWithPostgres('every table has the content of the cache and the journal', async () => {
  const { profile } = await openStored()
  profile.journal.equity.record({ accountId, at: now - 5000, equity: dec('1025.80'), cash: null })
  profile.journal.quotes.record([{ symbol, at: now - 1000, last: dec('11.05') }])
  const database = await postgres().createDatabase()
  await runMirror(profile, database.to)
  await expectEqual(profile, database)
  expect(await database.query('SELECT account_id, is_history_whole FROM tidemark.account')).toEqual([
    { account_id: accountId, is_history_whole: true },
  ])
  expect(await database.query('SELECT currency, amount FROM tidemark.cash')).toEqual([
    { currency: 'RUB', amount: '959.5' },
  ])
  expect(await database.query('SELECT symbol, quantity, instrument_name, last FROM tidemark.position_named')).toEqual([
    { symbol, quantity: '6', instrument_name: 'Сбербанк', last: '11.05' },
  ])
  expect(await database.query('SELECT symbol, quantity, cost, currency FROM tidemark.lot')).toEqual([
    { symbol, quantity: '6', cost: '60.3', currency: 'RUB' },
  ])
  expect(await database.query('SELECT symbol, kind, expected_low, gross FROM tidemark.income')).toEqual([
    { symbol, kind: 'dividend', expected_low: '12.5', gross: null },
  ])
  expect(await database.query('SELECT account_id, equity FROM tidemark.equity')).toEqual([
    { account_id: accountId, equity: '1025.8' },
  ])
  expect(await database.query('SELECT symbol, last FROM tidemark.price')).toEqual([{ symbol, last: '11.05' }])
})

testWithPostgres('the profile records the address of a mirror once', async () => {
  const { profile } = await openStored()
  const database = await postgres().createDatabase()
  await runMirror(profile, database.to)
  await runMirror(profile, database.to)
  expect(readNotedMirrors(profile.paths.directory)).toEqual([database.to])
})

testWithPostgres('times are exact to the millisecond, and the day is the one that the service writes', async () => {
  const { profile } = await openStored()
  const at = Date.parse('2026-01-31T21:30:00.123Z')
  const row = makeTransaction('east', at, { atText: '2026-02-01T00:30:00.123+03:00' })
  await profile.cache.transactions.store(accountId, pack([row]), now, null)
  const database = await postgres().createDatabase()
  await runMirror(profile, database.to)
  expect(
    await database.query(
      `SELECT extract(epoch FROM at)::text AS at, day::text, at_text FROM tidemark.transaction WHERE id = 'east'`,
    ),
  ).toEqual([{ at: '1769895000.123000', day: '2026-02-01', at_text: '2026-02-01T00:30:00.123+03:00' }])
})

testWithPostgres('a second run sends nothing, and a late row sends only its part', async () => {
  const { profile, store } = await openStored()
  const old = makeTransaction('old', Date.parse('2019-05-05T10:00:00Z'))
  await profile.cache.transactions.store(accountId, pack([old]), now, null)
  const database = await postgres().createDatabase()
  expect(sentOf(await runMirror(profile, database.to), 'transaction')).toBe(4)
  expect((await runMirror(profile, database.to)).every(({ sent, removed }) => sent + removed === 0)).toBe(true)
  await profile.cache.transactions.store(accountId, pack([{ ...old, id: 'late' }]), now, null)
  expect(sentOf(await runMirror(profile, database.to), 'transaction')).toBe(2)
  await expectEqual(profile, database)
  await store([makeTrade('2', daysAgo(80), '10', '-101.5')])
  await runMirror(profile, database.to)
  await expectEqual(profile, database)
})

testWithPostgres('a row that is removed from the cache disappears', async () => {
  const { profile } = await openStored()
  const database = await postgres().createDatabase()
  await runMirror(profile, database.to)
  deleteRow(profile.paths.cache, '3')
  const done = await runMirror(profile, database.to)
  expect(done[0]).toMatchObject({ subject: 'transaction', removed: 1 })
  await expectEqual(profile, database)
  await profile.cache.transactions.store(accountId, pack([makeTrade('3', daysAgo(40), '-4', '60')]), now, null)
  await runMirror(profile, database.to)
  await expectEqual(profile, database)
})

testWithPostgres('a row of a period that is no longer loaded is kept until the period is loaded again', async () => {
  const { profile } = await openStored()
  const database = await postgres().createDatabase()
  await runMirror(profile, database.to)
  deleteRow(profile.paths.cache, '3')
  profile.cache.coverage.uncover(accountId, daysAgo(50), daysAgo(30))
  await runMirror(profile, database.to)
  expect(await database.query('SELECT id FROM tidemark.transaction ORDER BY id')).toEqual([
    ...[{ id: '1' }, { id: '2' }, { id: '3' }],
  ])
  profile.cache.coverage.cover(accountId, daysAgo(50), daysAgo(30))
  await runMirror(profile, database.to)
  await expectEqual(profile, database)
})

testWithPostgres('a row that moves to another part is stored exactly once', async () => {
  const { profile, store } = await openStored()
  const database = await postgres().createDatabase()
  await runMirror(profile, database.to)
  await store([makeTrade('3', daysAgo(85), '-4', '60')])
  await runMirror(profile, database.to)
  await expectEqual(profile, database)
  await store([makeTrade('3', daysAgo(2), '-4', '60')])
  await runMirror(profile, database.to)
  await expectEqual(profile, database)
})

testWithPostgres('any text and any amount arrives unchanged', async () => {
  const { profile } = await openStored()
  const names = ['a\tb', 'a\nb\r', 'back\\slash \\N \\.', '"quoted" \'text\'', '\\N', '😀 кириллица', '{}', '']
  const rows = names.map((name, index) =>
    makeTransaction(`odd ${index}`, daysAgo(20), {
      name,
      change: { currency: 'RUB', amount: dec(index % 2 === 0 ? '9223372036854775807.999999999' : '-0.000000001') },
      changeQuantity: dec('123456789012345678901234567890.123456789012345678'),
    }),
  )
  await profile.cache.transactions.store(accountId, pack(rows), now, null)
  const database = await postgres().createDatabase()
  await runMirror(profile, database.to)
  await expectEqual(profile, database)
})

testWithPostgres('an account, a quote and a position that no longer exist are removed', async () => {
  const { profile } = await openStored()
  const { cache } = profile
  const stored = cache.accounts.get(accountId)
  if (stored === null) throw new Error('no account')
  cache.accounts.replaceAccount({ ...stored.account, id: 'other' }, now)
  const database = await postgres().createDatabase()
  await runMirror(profile, database.to)
  expect(await database.query('SELECT account_id FROM tidemark.position ORDER BY 1')).toHaveLength(2)
  cache.accounts.removeExcept([accountId])
  cache.accounts.replaceAccount({ ...stored.account, positions: [] }, now + 1)
  await runMirror(profile, database.to)
  expect(await database.query('SELECT account_id FROM tidemark.account')).toEqual([{ account_id: accountId }])
  expect(await database.query('SELECT * FROM tidemark.position')).toEqual([])
})

function deleteRow(path: string, id: string): void {
  const { db } = openCache(path)
  db.prepare('DELETE FROM account_transaction WHERE id = ?').run(id)
  db.close()
}
