import { expect, test } from 'vitest'
import { createAlikeGroups } from '#main/cache/transactions/groups/alike-groups.ts'
import { KindReview } from '#main/cache/transactions/kind-review.ts'
import { minuteMs } from '#shared/durations.ts'
import { maxAlike } from '#shared/model/transaction/history.ts'
import type { RowGroupDraft } from '#shared/model/transaction/row-group.ts'
import { finish } from '../../ledger/rig.ts'
import { dec } from '../open-cache.ts'
import { makeTransaction } from './make-transactions.ts'
import { open } from './review-rig.ts'
import { base, finishReview } from './rig.ts'

/** Pieces that leave or arrive with a name that says nothing; the time in hours. */
const moved = (id: string, symbol: string, pieces: string, hours: number, name = 'Нечто') =>
  makeTransaction(id, base + hours * 60 * minuteMs, {
    ...{ category: 'OTHERS', name, symbol, change: null, changeQuantity: dec(pieces) },
  })
const draft: RowGroupDraft = { accountId: 'a', rowIds: ['1', '2'], kind: 'symbol-change', costShare: null }
const given = [moved('1', 'A@M', '-10', 0), moved('2', 'B@M', '20', 5)]

function start(...others: readonly (readonly [account: string, ...rows: ReturnType<typeof moved>[]])[]) {
  const opened = open()
  opened.transactions.upsert('a', given, 1)
  for (const [account, ...rows] of others) opened.transactions.upsert(account, rows, 1)
  finishReview(opened.db)
  const find = (of = draft) => finish(createAlikeGroups(opened.db)(of))
  const sets = (of = draft) => find(of).alike.map(({ group }) => [group.accountId, ...group.rowIds].join(' '))
  return { ...opened, find, sets }
}

test('sets with the same names and signs are found in every account, the newest first', () => {
  const { find } = start(
    ['a', moved('3', 'C@M', '-7', 100), moved('4', 'D@M', '7', 104)],
    ['b', moved('5', 'B@M', '1', 200), moved('6', 'A@M', '-1', 201)],
  )
  const { alike, hasMore } = find()
  expect(alike.map(({ group }) => group)).toEqual([
    { ...draft, accountId: 'b', rowIds: ['5', '6'] },
    { ...draft, accountId: 'a', rowIds: ['3', '4'] },
  ])
  expect(alike[0]?.rows.map(({ transaction }) => transaction.id)).toEqual(['5', '6'])
  expect(hasMore).toBe(false)
})

test('rows that are further apart, of one symbol, of two accounts, or of another name or sign are not', () => {
  const { sets } = start(
    ['b', moved('3', 'C@M', '-7', 100), moved('4', 'D@M', '7', 105.1)],
    ['b', moved('5', 'C@M', '-7', 200), moved('6', 'C@M', '7', 201)],
    ['b', moved('7', 'C@M', '-7', 300)],
    ['c', moved('8', 'D@M', '7', 301)],
    ['b', moved('9', 'C@M', '-7', 400), moved('10', 'D@M', '7', 401, 'Другое')],
    ['b', moved('11', 'C@M', '-7', 500), moved('12', 'D@M', '-7', 501)],
  )
  expect(sets()).toEqual([])
})

test('where several rows could be the other one, nothing decides', () => {
  const { sets } = start(
    ['b', moved('3', 'C@M', '-7', 100), moved('4', 'D@M', '7', 101), moved('5', 'E@M', '7', 102)],
    ['b', moved('6', 'C@M', '-7', 200), moved('7', 'D@M', '7', 204), moved('8', 'E@M', '-7', 208)],
  )
  expect(sets()).toEqual([])
})

test('rows of another group, and rows whose kind the user chose, are left out', () => {
  const { db, sets } = start(
    ['b', moved('3', 'C@M', '-7', 100), moved('4', 'D@M', '7', 101), moved('5', 'D@M', '1', 102)],
    ['b', moved('6', 'C@M', '-7', 200), moved('7', 'D@M', '7', 201), moved('8', 'D@M', '1', 202)],
    ['b', moved('9', 'D@M', '-3', 230)],
  )
  expect(sets()).toEqual([])
  const review = new KindReview(db)
  review.choose({ scope: 'row', accountId: 'b', id: '5' }, 'inheritance')
  review.group([{ id: 'g', accountId: 'b', rowIds: ['8', '9'], kind: 'split', costShare: null }])
  expect(sets()).toEqual(['b 6 7', 'b 3 4'])
})

test('a preview has a maximum of groups, and says that there are more', () => {
  const many = Array.from({ length: maxAlike + 1 }, (_, index) => [
    moved(String(100 + 2 * index), 'A@M', '-1', 100 + 20 * index),
    moved(String(101 + 2 * index), 'B@M', '1', 101 + 20 * index),
  ]).flat()
  const { find } = start(['b', ...many])
  const { alike, hasMore } = find()
  expect([alike.length, hasMore]).toEqual([maxAlike, true])
  expect(alike[0]?.group.rowIds).toEqual(['200', '201'])
})

test('nothing is found for a group with a missing row', () =>
  expect(start().sets({ ...draft, rowIds: ['1', '77'] })).toEqual([]))
