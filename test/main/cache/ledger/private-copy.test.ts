import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCache } from '#main/cache/cache.ts'
import { LedgerHoldings } from '#main/cache/ledger/ledger-holdings.ts'
import { keepPrivateLedger } from '#main/cache/ledger/private-copy.ts'
import { openCache, openCacheSnapshot } from '#main/cache/open.ts'
import { LedgerReplay } from '#main/ledger/replay/ledger-replay.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'
import { accountId, fifo, finish, makeTrade } from '../../ledger/rig.ts'
import { withReason } from '../../reason.ts'

const symbol = 'SBER@MISX'
const ownAccounts = { isLoaded: () => true, areShort: () => true }
const quantityIn = (holdings: LedgerHoldings): string | undefined => holdings.get(1, symbol)?.quantity

/** A cache whose stored holdings have 10 pieces, while its rows add up to 7. */
async function openOutdated() {
  const path = join(makeTemporaryDirectory(), 'cache.sqlite')
  const { db } = openCache(path)
  const cache = createCache(db)
  await cache.transactions.store(accountId, pack([makeTrade('1', 1_000, symbol, '10', '-100')]), 1, null)
  finish(new LedgerReplay(db, ownAccounts).steps(fifo))
  await cache.transactions.store(accountId, pack([makeTrade('2', 2_000, symbol, '-3', '33')]), 1, null)
  return { path, db }
}

test('a replay in a private copy is correct, and the file does not change', async () => {
  const { path, db } = await openOutdated()
  const snapshot = openCacheSnapshot(path)
  keepPrivateLedger(snapshot)
  const replay = new LedgerReplay(snapshot, ownAccounts)
  finish(replay.steps(fifo))
  expect(replay.isCurrent(fifo)).toBe(true)
  expect(quantityIn(new LedgerHoldings(snapshot))).toBe('7')
  expect(quantityIn(new LedgerHoldings(db))).toBe('10')
  // Statements that were prepared before the copy use it too, and a deletion also deletes the rows that refer to it.
  finish(replay.steps({ ...fifo, method: 'lifo' }))
  expect(quantityIn(new LedgerHoldings(snapshot))).toBe('7')
  snapshot.close()
  expect(quantityIn(new LedgerHoldings(db))).toBe('10')
  db.close()
})

test('without the private copy the same replay fails, because the connection only reads', async () => {
  const { path, db } = await openOutdated()
  const snapshot = openCacheSnapshot(path)
  const replay = new LedgerReplay(snapshot, ownAccounts)
  expect(() => finish(replay.steps(fifo))).toThrow(withReason('cannot-save'))
  snapshot.close()
  db.close()
})
