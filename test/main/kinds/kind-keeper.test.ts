import { expect, test, vi } from 'vitest'
import { createCache } from '#main/cache/cache.ts'
import { createJournal } from '#main/journal/journal.ts'
import { KindKeeper } from '#main/kinds/kind-keeper.ts'
import { pack } from '#main/threads/packed-rows.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { FakeClock } from '../../fakes/clock.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { storeInstruments } from '../cache/instruments/store-instruments.ts'
import { dec, openTestCache } from '../cache/open-cache.ts'
import { makeTransaction } from '../cache/transactions/make-transactions.ts'
import { instrument } from '../cache/transactions/query/expect-filtered.ts'
import { openTestJournal } from '../journal/open-journal.ts'

const base = Date.UTC(2026, 2, 2, 9)

/** A keeper over a cache that does its work here, and a journal that may be older than the cache. */
function start(journal = createJournal(openTestJournal(), makeTemporaryDirectory())) {
  const cache = createCache(openTestCache())
  const faults: unknown[] = []
  const changed: string[] = []
  const keeper = new KindKeeper({
    ...{ cache, journal, clock: new FakeClock(base) },
    publish: (_, { accountId }) => void changed.push(accountId),
    logFault: (_, error) => void faults.push(error),
  })
  const store = (accountId: string, ...rows: Transaction[]) => cache.transactions.store(accountId, pack(rows), 1, null)
  const kindOf = (accountId: string, id: string) => cache.transactions.get(accountId, id)?.kind
  return { cache, journal, keeper, faults, changed, store, kindOf }
}
const income = makeTransaction('1', base, { category: 'INCOME', name: 'Выплата', symbol: 'B@M' })

test('the kind that the user chose survives a deleted cache', async () => {
  const before = start()
  await before.store('a', income)
  await before.keeper.choose({ accountId: 'a', id: '1' }, 'coupon', 'row')
  expect(before.kindOf('a', '1')).toBe('coupon')
  const after = start(before.journal)
  after.keeper.start()
  await after.store('a', income)
  await vi.waitUntil(() => after.kindOf('a', '1') === 'coupon')
  expect(after.keeper.chosenFor({ accountId: 'a', id: '1' })).toEqual({ scope: 'row', kind: 'coupon' })
  await Promise.all([before.keeper.stop(), after.keeper.stop()])
  expect([...before.faults, ...after.faults]).toEqual([])
})

test('an event about instruments starts the review, and windows are notified of the accounts whose rows changed', async () => {
  const { cache, keeper, changed, store, kindOf } = start()
  keeper.start()
  await store('a', income)
  await store('b', makeTransaction('1', base))
  await storeInstruments(cache.instruments, [instrument('B@M', 'B')])
  expect(kindOf('a', '1')).toBe('unknown')
  keeper.note('settings.changed')
  keeper.note('instruments.changed')
  await vi.waitUntil(() => kindOf('a', '1') === 'dividend')
  await keeper.stop()
  expect(changed).toEqual(['a'])
})

test('a choice that was made before the type was known is found and can be removed afterwards', async () => {
  const { cache, keeper, store, kindOf } = start()
  await store('a', income)
  const row = { accountId: 'a', id: '1' }
  expect(await keeper.choose(row, 'interest', 'all-like-this')).toEqual({ previous: null })
  await vi.waitUntil(() => kindOf('a', '1') === 'interest')
  await storeInstruments(cache.instruments, [instrument('B@M', 'B')])
  keeper.note('instruments.changed')
  expect(keeper.chosenFor(row)).toEqual({ scope: 'all-like-this', kind: 'interest' })
  expect(await keeper.choose(row, null, 'all-like-this')).toEqual({ previous: 'interest' })
  await vi.waitUntil(() => kindOf('a', '1') === 'dividend')
  expect(keeper.chosenFor(row)).toBeNull()
  await keeper.stop()
})

test('a review that fails is reported once and starts again with the next event', async () => {
  const { cache, keeper, faults, store, kindOf } = start()
  await store('a', income)
  await storeInstruments(cache.instruments, [instrument('B@M', 'B')])
  const { step } = cache.transactions.kinds
  Object.assign(cache.transactions.kinds, { step: () => Promise.reject(new Error('the disk is full')) })
  keeper.note('instruments.changed')
  await vi.waitUntil(() => faults.length === 1)
  Object.assign(cache.transactions.kinds, { step })
  keeper.note('events.changed')
  await vi.waitUntil(() => kindOf('a', '1') === 'dividend')
  await keeper.stop()
  expect(faults).toHaveLength(1)
})

test('rows that are stored wake the review: what they are together with the rows beside them follows', async () => {
  const { keeper, store, kindOf } = start()
  const fee = makeTransaction('1', base)
  await store('a', fee)
  keeper.start()
  await store(
    'a',
    makeTransaction('2', base + 60_000, { name: 'Отмена комиссии', change: { ...fee.change!, amount: dec('1.0064') } }),
  )
  expect(kindOf('a', '1')).toBe('commission')
  keeper.note('transactions.changed')
  await vi.waitUntil(() => kindOf('a', '1') === 'reversal')
  await keeper.stop()
})

test('after an update, the number of transactions with another kind is in the events of the monitor', async () => {
  const { cache, journal, keeper, store } = start()
  await store('a', income)
  const review = vi.spyOn(cache.transactions.kinds, 'step')
  review.mockResolvedValueOnce({ accountIds: ['a'], left: 0, changedCount: 1_234 })
  keeper.start()
  await vi.waitUntil(() => journal.events.latest(1).length > 0)
  await keeper.stop()
  expect(journal.events.latest(5).map(({ kind, message }) => [kind, message])).toEqual([
    ['kinds', 'After an update, 1234 transactions have another kind. Kinds that you chose are unchanged.'],
  ])
})
