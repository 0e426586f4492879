import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatUnits } from '#main/insight/lots/units.ts'
import type { LotMethod } from '#shared/model/ledger/ledger.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { runs } from '../../../runs.ts'
import { dec } from '../../cache/open-cache.ts'
import { makeTransaction } from '../../cache/transactions/make-transactions.ts'
import { makeAccount, makePosition } from '../../insight/make.ts'
import { accountId as home, fifo, makeTrade, openLedgerRig } from '../rig.ts'

const savings = '1900002'
const move = (id: string, at: number, pieces: string): Transaction =>
  makeTransaction(id, at, {
    ...{ category: 'TRANSFER', name: 'Перевод ценных бумаг', symbol: 'A@X', change: null, trade: null },
    changeQuantity: dec(pieces),
  })

type Rig = ReturnType<typeof openLedgerRig>
const lotsOf = (rig: Rig, account: string) =>
  rig
    .holding('A@X', account)
    ?.lots.lots.map(({ quantity, cost, openedAt }) => [
      formatUnits(quantity),
      cost === null ? null : formatUnits(cost),
      openedAt,
    ])

it('pieces from another own account keep their cost, even when a purchase of the sender is read late', async () => {
  const rig = openLedgerRig()
  await rig.write([makeTrade('2', 2000, 'A@X', '10', '-300'), move('3', 3000, '-10')])
  await rig.write([move('4', 3500, '10')], savings)
  rig.refresh()
  expect(lotsOf(rig, savings)).toEqual([['10', '300', 2000]])
  await rig.write([makeTrade('1', 1000, 'A@X', '10', '-100')])
  expect(rig.replay.isCurrent(fifo)).toBe(false)
  rig.refresh()
  expect(lotsOf(rig, savings)).toEqual([['10', '100', 1000]])
  expect(lotsOf(rig, home)).toEqual([['10', '300', 2000]])
  rig.refresh({ ...fifo, method: 'lifo' })
  expect(lotsOf(rig, savings)).toEqual([['10', '300', 2000]])
})

it('the cost of arrived pieces is known as soon as the history of the sender is complete', async () => {
  const rig = openLedgerRig()
  rig.loaded.areAll = false
  await rig.write([makeTrade('2', 2000, 'A@X', '10', '-300'), move('3', 3000, '-10')])
  await rig.write([move('4', 3500, '10')], savings)
  rig.refresh()
  expect(lotsOf(rig, savings)).toEqual([['10', null, 3500]])
  rig.loaded.areAll = true
  expect(rig.replay.isCurrent(fifo)).toBe(false)
  rig.refresh()
  expect(lotsOf(rig, savings)).toEqual([['10', '300', 2000]])
})

it('a closed short sale no longer counts as one as soon as the service states more pieces than the rows give', async () => {
  const rig = openLedgerRig()
  await rig.write([
    makeTrade('1', 1000, 'A@X', '-5', '60'),
    makeTrade('2', 2000, 'A@X', '15', '-150'),
    move('3', 3000, '-4'),
  ])
  await rig.write([move('4', 3500, '4')], savings)
  const state = (quantity: string): void =>
    rig.cache.accounts.replaceAccount(
      makeAccount({ id: home, positions: [makePosition({ symbol: 'A@X', quantity: dec(quantity) })] }),
      1,
    )
  state('6')
  rig.refresh()
  expect(lotsOf(rig, savings)).toEqual([['4', '40', 2000]])
  state('11')
  expect(rig.replay.isCurrent(fifo)).toBe(false)
  rig.refresh()
  expect(lotsOf(rig, savings)).toEqual([['4', null, 3500]])
  expect(rig.replay.isCurrent(fifo)).toBe(true)
})

const anyTrade = fc
  .record({ second: fc.integer({ min: 1, max: 40 }), pieces: fc.integer({ min: 1, max: 9 }), cents: fc.nat(9_999) })
  .map(({ second, pieces, cents }, index = 0) => ({ at: second * 1000 + index, pieces, cents: cents + 1 }))

it('pieces that go to another account and come back do not change lots', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<LotMethod>('fifo', 'lifo', 'hifo'),
      fc.array(anyTrade, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 50 }),
      async (method, trades, second, wanted) => {
        const bought = trades.map(({ at, pieces, cents }, index) =>
          makeTrade(String(100 + index), at, 'A@X', String(pieces), `-${(cents / 100).toFixed(2)}`),
        )
        const sold = makeTrade('500', 60_000, 'A@X', '-1', '3')
        const at = second * 1000 + 500
        const held = trades.filter((each) => each.at < at).reduce((sum, { pieces }) => sum + pieces, 0)
        const moved = Math.min(held, wanted)
        const [plain, roundTrip] = [openLedgerRig(), openLedgerRig()]
        await plain.write([...bought, sold])
        await roundTrip.write([...bought, sold])
        if (moved > 0) {
          await roundTrip.write([move('600', at, `-${moved}`), move('603', at + 30, String(moved))])
          await roundTrip.write([move('601', at + 10, String(moved)), move('602', at + 20, `-${moved}`)], savings)
        }
        for (const rig of [plain, roundTrip]) rig.refresh({ ...fifo, method })
        const [before, after] = [plain, roundTrip].map((rig) => lotsOf(rig, home) ?? [])
        const sums = (lots: readonly (readonly unknown[])[] | undefined) =>
          [...Map.groupBy(lots ?? [], ([, , openedAt]) => openedAt)].map(([openedAt, own]) => [
            openedAt,
            own.reduce((sum, [quantity]) => sum + Number(quantity), 0),
            own.reduce((sum, [, cost]) => sum + Number(cost), 0).toFixed(2),
          ])
        expect(sums(after)).toEqual(sums(before))
        expect(lotsOf(roundTrip, savings) ?? []).toEqual([])
      },
    ),
    { numRuns: runs(15) },
  )
})
