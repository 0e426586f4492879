import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatUnits } from '#main/insight/lots/units.ts'
import { dayMs } from '#shared/durations.ts'
import type { RowGroup } from '#shared/model/transaction/row-group.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { runs } from '../../../runs.ts'
import { dec } from '../../cache/open-cache.ts'
import { makeTransaction } from '../../cache/transactions/make-transactions.ts'
import { accountId, makeTrade, openLedgerRig } from '../rig.ts'

const moved = (id: string, at: number, symbol: string, pieces: string): Transaction =>
  makeTransaction(id, at, { category: 'OTHERS', name: 'Нечто', symbol, change: null, changeQuantity: dec(pieces) })
const group = (id: string, kind: RowGroup['kind'], rowIds: string[], share: string | null = null): RowGroup => ({
  ...{ id, accountId, rowIds, kind, costShare: share === null ? null : dec(share) },
})
type Rig = ReturnType<typeof openLedgerRig>
const lotsOf = ({ holding }: Rig, symbol: string): string[] | undefined =>
  holding(symbol)?.lots.lots.map(({ quantity, cost, openedAt }) =>
    [formatUnits(quantity), cost === null ? '?' : formatUnits(cost), (openedAt ?? 0) / dayMs].join(' '),
  )
async function review({ cache }: Rig, groups: readonly RowGroup[]): Promise<void> {
  await cache.transactions.kinds.group(groups)
  while ((await cache.transactions.kinds.step()).left > 0);
}

/** A spin-off of B from A, then a change of B to C three weeks later, with purchases and sales around them. */
const rows = [
  makeTrade('1', dayMs, 'A@X', '100', '-9000'),
  makeTrade('2', 2 * dayMs, 'A@X', '20', '-2001'),
  moved('3', 10 * dayMs, 'B@X', '60'),
  makeTrade('4', 11 * dayMs, 'A@X', '10', '-900'),
  makeTrade('5', 12 * dayMs, 'A@X', '-60', '6000'),
  moved('6', 20 * dayMs, 'B@X', '-60'),
  moved('7', 41 * dayMs, 'C@X', '120'),
  makeTrade('8', 50 * dayMs, 'C@X', '-20', '900'),
]
const groups = [group('g1', 'spin-off', ['1', '3'], '0.15'), group('g2', 'symbol-change', ['6', '7'])]
const expected = {
  A: ['40 3060 1', '20 1700.85 2', '10 900 11'],
  B: [],
  C: ['80 1080 1', '20 300.15 2'],
}

test('holdings follow groups in any order of rows, refreshes and groups, as a replay of all rows does', async () => {
  const plan = fc.record({
    order: fc.shuffledSubarray(rows, { minLength: rows.length }),
    refreshes: fc.array(fc.boolean(), { minLength: rows.length, maxLength: rows.length }),
    groupsAfter: fc.integer({ min: 0, max: rows.length }),
  })
  await fc.assert(
    fc.asyncProperty(plan, async ({ order, refreshes, groupsAfter }) => {
      const rig = openLedgerRig()
      for (const [index, row] of order.entries()) {
        if (index === groupsAfter) await review(rig, groups)
        await rig.write([row])
        if (refreshes[index] === true) rig.refresh()
      }
      await review(rig, groups)
      rig.refresh()
      expect({ A: lotsOf(rig, 'A@X'), B: lotsOf(rig, 'B@X'), C: lotsOf(rig, 'C@X') }).toEqual(expected)
    }),
    { numRuns: runs(12) },
  )
})

test('taking groups apart gives the figures of before, and another share those of that share', async () => {
  const rig = openLedgerRig()
  await rig.write(rows)
  rig.refresh()
  const all = () => ['A@X', 'B@X', 'C@X'].map((symbol) => rig.holding(symbol))
  const before = all()
  await review(rig, groups)
  rig.refresh()
  await review(rig, [group('g1', 'spin-off', ['1', '3'], '0.5')])
  rig.refresh()
  expect(lotsOf(rig, 'A@X')?.slice(1)).toEqual(['20 1000.5 2', '10 900 11'])
  await review(rig, [])
  expect(rig.refresh().accountIds).toEqual([accountId])
  expect(all()).toEqual(before)
})

test('pieces that a group lends come back by its own rows only, with its own interest', async () => {
  const rig = openLedgerRig()
  await rig.write([
    makeTrade('1', dayMs, 'A@X', '200', '-9000'),
    ...[makeTrade('2', 2 * dayMs, 'A@X', '-100', '5000'), makeTrade('3', 3 * dayMs, 'A@X', '-100', '5000')],
    ...[makeTrade('4', 9 * dayMs, 'A@X', '100', '-5001'), makeTrade('5', 40 * dayMs, 'A@X', '100', '-5040')],
  ])
  await review(rig, [group('g1', 'repo', ['2', '5']), group('g2', 'repo', ['3', '4'])])
  rig.refresh()
  expect(lotsOf(rig, 'A@X')).toEqual(['200 9000 1'])
  expect(rig.holding('A@X')?.lent).toEqual([])
  await review(rig, [group('g1', 'repo', ['2', '5'])])
  rig.refresh()
  expect(rig.holding('A@X')?.lent).toEqual([])
  expect(lotsOf(rig, 'A@X')).toEqual(['100 4500 1', '100 5001 9'])
})
