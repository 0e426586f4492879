import { copyFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createCache } from '#main/cache/cache.ts'
import { createJournal } from '#main/journal/journal.ts'
import { openJournal } from '#main/journal/open.ts'
import { KindKeeper } from '#main/kinds/kind-keeper.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { dayMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import type { RowGroupDraft } from '#shared/model/transaction/row-group.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { FakeClock } from '../../fakes/clock.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'
import { dec, openTestCache } from '../cache/open-cache.ts'
import { makeTransaction } from '../cache/transactions/make-transactions.ts'
import { openTestJournal } from '../journal/open-journal.ts'

const base = Date.UTC(2026, 2, 2, 9)

const moved = (id: string, days: number, changes: Partial<Transaction>): Transaction =>
  makeTransaction(id, base + days * dayMs, { category: 'OTHERS', name: 'Нечто', change: null, ...changes })
const rows = [
  moved('1', 0, { symbol: 'A@M', changeQuantity: dec('-10') }),
  moved('2', 9, { symbol: 'A@M', changeQuantity: dec('100') }),
  moved('3', 20, { symbol: 'B@M', changeQuantity: dec('10') }),
  moved('4', 30, { change: { currency: 'RUB', amount: dec('-90') } }),
  moved('5', 40, { change: { currency: 'USD', amount: dec('1') } }),
]
const draft = (kind: RowGroupDraft['kind'], ...rowIds: string[]): RowGroupDraft => ({
  ...{ accountId: 'a', rowIds, kind, costShare: null },
})

async function start(journal = createJournal(openTestJournal(), makeTemporaryDirectory())) {
  const cache = createCache(openTestCache())
  const faults: unknown[] = []
  const changed: string[] = []
  const clock = new FakeClock(base)
  const keeper = new KindKeeper({
    ...{ cache, journal, clock },
    publish: (_, { accountId }) => void changed.push(accountId),
    logFault: (_, error) => void faults.push(error),
  })
  const store = (...stored: Transaction[]) => cache.transactions.store('a', pack(stored), 1, null)
  await store(...rows)
  const kindOf = (id: string) => cache.transactions.get('a', id)?.kind
  const refusal = (...drafts: RowGroupDraft[]) =>
    keeper.groups.make(drafts).then(
      () => null,
      (error: unknown) => error,
    )
  return { cache, journal, keeper, faults, changed, store, kindOf, refusal, clock }
}
const none = () => Promise.resolve({ alike: [], hasMore: false })
const invalid = (message: string) => expect.objectContaining({ code: 'invalid', message }) as unknown

test('a group changes its rows at once, and is undone as one', async () => {
  const { keeper, kindOf, changed } = await start()
  const before = rows.map(({ id }) => kindOf(id))
  const ids = await keeper.groups.make([draft('split', '2', '1'), draft('currency-exchange', '4', '5')])
  expect(rows.map(({ id }) => kindOf(id))).toEqual([
    ...['split', 'split', 'unknown', 'currency-exchange', 'currency-exchange'],
  ])
  expect(changed).toContain('a')
  expect(keeper.groups.of({ accountId: 'a', id: '1' })).toEqual({ ...draft('split', '1', '2'), id: ids[0] })
  expect((await keeper.groups.takeApart([...ids, 'none'])).map(({ id }) => id)).toEqual(ids)
  expect(rows.map(({ id }) => kindOf(id))).toEqual(before)
  expect([keeper.groups.list(), await keeper.groups.takeApart(ids)]).toEqual([[], []])
  await keeper.stop()
})

test('a preview shows the kinds that the rows would have, in the order of time, and changes nothing', async () => {
  const { keeper, kindOf } = await start()
  const { rows: shown } = await keeper.groups.preview(draft('split', '2', '1'), none)
  expect(shown.map(({ row, kindAfter }) => [row.transaction.id, row.kind, kindAfter])).toEqual([
    ['1', 'unknown', 'split'],
    ['2', 'unknown', 'split'],
  ])
  expect([kindOf('1'), keeper.groups.list()]).toEqual(['unknown', []])
})

test('groups that cannot be are refused with the reason, all or none', async () => {
  const { keeper, refusal, kindOf } = await start()
  const split = draft('split', '1', '2')
  const share = (text: string | null) => ({
    ...draft('spin-off', '1', '3'),
    costShare: text === null ? null : dec(text),
  })
  expect(await refusal(split, draft('repo', '4', '5'))).toEqual(invalid(m.errors_not_a_repo()))
  expect(await refusal(split, draft('split', '2', '3'))).toEqual(
    invalid(m.errors_a_transaction_is_in_a_group({ id: '2', date: '2026-03-11', kind: 'Split' })),
  )
  expect(await refusal(split, draft('split', '3', '6'))).toEqual(invalid(m.errors_this_transaction_does_not_exist()))
  expect(await refusal({ ...split, accountId: 'b' })).toEqual(invalid(m.errors_this_transaction_does_not_exist()))
  expect(await refusal({ ...split, costShare: dec('0.5') })).toEqual(invalid(m.errors_only_a_spin_off_has_a_share()))
  for (const text of [null, '0', '1', '-0.1', '0.1234567'])
    expect(await refusal(share(text))).toEqual(invalid(m.errors_a_spin_off_needs_a_share()))
  expect(await refusal(draft('symbol-change', '1', '2'))).toEqual(invalid(m.errors_not_a_symbol_change()))
  expect(await refusal(draft('currency-exchange', '4', '4'))).toEqual(invalid(m.errors_not_an_exchange()))
  expect(await refusal(draft('reversal', '4', '5'))).toEqual(invalid(m.errors_not_a_reversal()))
  expect([keeper.groups.list(), kindOf('1')]).toEqual([[], 'unknown'])
  await keeper.groups.make([{ ...share('0.123450'), rowIds: ['3', '1'] }])
  expect(keeper.groups.list()[0]?.costShare).toBe('0.12345')
  expect(await refusal(split)).toEqual(
    invalid(m.errors_a_transaction_is_in_a_group({ id: '1', date: '2026-03-02', kind: 'Spin-off' })),
  )
})

test('a row of a group has no kind of its own choice; an earlier choice has an effect again after the group', async () => {
  const { keeper, kindOf } = await start()
  const row = { accountId: 'a', id: '4' }
  await keeper.choose(row, 'withdrawal', 'row')
  const ids = await keeper.groups.make([draft('currency-exchange', '4', '5')])
  expect([kindOf('4'), keeper.chosenFor(row)?.kind]).toEqual(['currency-exchange', 'withdrawal'])
  await expect(keeper.choose(row, 'deposit', 'row')).rejects.toMatchObject({ code: 'invalid' })
  await keeper.choose({ accountId: 'a', id: '5' }, 'deposit', 'all-like-this')
  await vi.waitUntil(() => kindOf('5') === 'currency-exchange')
  await keeper.stop()
  expect(kindOf('5')).toBe('currency-exchange')
  await keeper.groups.takeApart(ids)
  expect([kindOf('4'), kindOf('5')]).toEqual(['withdrawal', 'deposit'])
})

test('a deleted cache gets the groups of the journal again, whenever their rows arrive', async () => {
  const first = await start()
  await first.keeper.groups.make([draft('split', '1', '2')])
  await first.keeper.stop()
  const { keeper, cache, journal, kindOf, changed, faults } = await start(first.journal)
  expect(journal.groups.list().length).toBe(1)
  keeper.start()
  await vi.waitUntil(() => changed.length > 0)
  expect([changed, kindOf('1')]).toEqual([['a'], 'split'])
  await keeper.stop()
  expect([kindOf('2'), faults]).toEqual(['split', []])
  expect(cache.transactions.get('a', '1')?.kindRule).toBe('person')
})

test('groups that came from another computer have an effect after the journal is read again, and only without an overlap', async () => {
  const { keeper, journal, kindOf, changed } = await start()
  keeper.start()
  await vi.waitUntil(() => kindOf('1') !== undefined)
  const own = { accountId: 'a', kind: 'split', costShare: null } as const
  journal.groups.put([{ ...own, id: 'b', rowIds: ['1', '2'] }], 1)
  journal.groups.put([{ ...own, id: 'a', rowIds: ['2', '7'] }], 2)
  keeper.reread()
  await keeper.stop()
  expect([kindOf('1'), keeper.groups.of({ accountId: 'a', id: '1' })?.id]).toEqual(['unknown', 'b'])
  expect(keeper.groups.of({ accountId: 'a', id: '2' })?.id).toBe('a')
  await keeper.groups.takeApart(['a'])
  expect(kindOf('1')).toBe('split')
  expect(changed.length).toBeGreaterThan(0)
})

test('groups of a restored backup have their effect again, and later ones have none', async () => {
  const directory = makeTemporaryDirectory()
  const [path, backups] = [join(directory, 'journal.sqlite'), join(directory, 'backups')]
  const opened = openJournal(path, backups, new FakeClock(base))
  const before = await start(createJournal(opened.db, backups))
  await before.keeper.groups.make([draft('split', '1', '2')])
  await before.journal.backups.backUp('manual', before.clock)
  await before.keeper.groups.takeApart(before.keeper.groups.list().map(({ id }) => id))
  await before.keeper.groups.make([draft('currency-exchange', '4', '5')])
  await before.keeper.stop()
  opened.db.close()
  const [backup = ''] = readdirSync(backups)
  for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, { force: true })
  copyFileSync(join(backups, backup), path)
  const reopened = openJournal(path, backups, new FakeClock(base))
  onTestFinished(() => void reopened.db.close())
  const restored = new KindKeeper({
    ...{ cache: before.cache, journal: createJournal(reopened.db, backups), clock: before.clock },
    ...{ publish: () => {}, logFault: (_: string, error: unknown) => void before.faults.push(error) },
  })
  restored.start()
  await restored.settled()
  expect(restored.groups.list().map(({ kind }) => kind)).toEqual(['split'])
  expect(['1', '2', '4', '5'].map(before.kindOf)).toEqual(['split', 'split', 'unknown', 'unknown'])
  await restored.stop()
  expect(before.faults).toEqual([])
})
