import { expect, test } from 'vitest'
import { applyWithdrawn, keepFormerRows } from '#main/sync/history/withdrawn-rows.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { booked } from '../../../fakes/history-service.ts'
import { accountId, start } from './rig.ts'

const coupon = booked('coupon', 1_790_000_000_000, 'Coupon')

test('a row that another computer found withdrawn leaves the cache, and comes back when that one finds it again', async () => {
  const { cache, journal, context, topics } = start()
  await cache.transactions.store(accountId, pack([coupon]), 1, null)
  journal.withdrawn.put([{ accountId, transaction: coupon, since: 5 }])
  await applyWithdrawn(context)
  expect(cache.transactions.get(accountId, 'coupon')).toBeNull()
  expect(topics).toEqual(['transactions.changed'])
  journal.withdrawn.noteReturned(accountId, [coupon], 9)
  await applyWithdrawn(context)
  expect(cache.transactions.stated(accountId, 'coupon')).toEqual(coupon)
  topics.length = 0
  await applyWithdrawn(context)
  expect(topics).toEqual([])
})

test('what a changed row was is moved to the journal, also if the app ended between the two', async () => {
  const { cache, journal, context } = start()
  await cache.transactions.store(accountId, pack([coupon]), 1, null)
  await cache.transactions.store(accountId, pack([{ ...coupon, name: 'Tax' }]), 7, null)
  expect(journal.former.list()).toEqual([])
  keepFormerRows(context)
  expect(journal.former.list()).toEqual([{ accountId, transaction: coupon, until: 7 }])
  expect(cache.changedRows.list()).toEqual([])
})

test('a row that was unreadable, or whose time is written otherwise, has not changed', async () => {
  const { cache } = start()
  await cache.transactions.store(accountId, pack([{ ...coupon, unreadable: ['name'], name: '' }]), 1, null)
  await cache.transactions.store(accountId, pack([coupon]), 2, null)
  await cache.transactions.store(accountId, pack([{ ...coupon, atText: '2026-09-21T13:33:20+00:00' }]), 3, null)
  expect(cache.changedRows.list()).toEqual([])
})
