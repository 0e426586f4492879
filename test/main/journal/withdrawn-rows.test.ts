import { expect, test } from 'vitest'
import { createJournal } from '#main/journal/journal.ts'
import { booked } from '../../fakes/history-service.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { openTestJournal } from './open-journal.ts'

const open = () => createJournal(openTestJournal(), makeTemporaryDirectory())
const of = (id: string, since: number, name?: string) => ({
  ...{ accountId: 'a', transaction: booked(id, 1_000, name), since },
})

test('withdrawn rows are listed newest first, until the service sends them again', () => {
  const { withdrawn } = open()
  withdrawn.put([of('1', 10), of('2', 20)])
  expect(withdrawn.list()).toEqual([of('2', 20), of('1', 10)])
  withdrawn.noteReturned('a', [booked('2', 1_000, 'Coupon'), booked('3', 1_000)], 30)
  expect(withdrawn.list()).toEqual([of('1', 10)])
  expect([...withdrawn.idsOf('a')]).toEqual(['1'])
  expect(withdrawn.records()).toMatchObject([{ returnedAt: 30, transaction: { name: 'Coupon' } }, { returnedAt: null }])
  withdrawn.put([of('2', 40)])
  expect(withdrawn.list()).toEqual([of('2', 40), of('1', 10)])
})

test('the oldest records are dropped when there are very many', () => {
  const { withdrawn } = open()
  withdrawn.put(Array.from({ length: 5_001 }, (_, index) => of(String(index), index)))
  expect(withdrawn.list()).toHaveLength(5_000)
  expect([...withdrawn.idsOf('a')]).not.toContain('0')
})

test('a record in a format of another version is skipped and stays', () => {
  const db = openTestJournal()
  const { withdrawn, former } = createJournal(db, makeTemporaryDirectory())
  for (const content of ['{"id":"1","later":true}', '{}'])
    db.prepare('INSERT INTO withdrawn_row VALUES (?, ?, ?, 1, NULL)').run('a', content, content)
  db.prepare(`INSERT INTO former_row VALUES ('a', '1', '{}', 1)`).run()
  expect([withdrawn.list(), former.list()]).toEqual([[], []])
  expect(db.prepare('SELECT count(*) FROM withdrawn_row').pluck().get()).toBe(2)
})

test('the earlier contents of a row are each kept once, the newest first', () => {
  const { former } = open()
  const put = (name: string, until: number) =>
    former.put([{ accountId: 'a', transaction: booked('1', 1_000, name), until }])
  put('A', 1)
  put('B', 2)
  put('A', 3)
  expect(former.of('a', '1').map(({ transaction, until }) => [transaction.name, until])).toEqual([
    ['A', 3],
    ['B', 2],
  ])
  expect(former.of('b', '1')).toEqual([])
})
