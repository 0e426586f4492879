import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareRows } from '#main/insight/ledger/row.ts'
import { formatUnits, parseUnits } from '#main/insight/lots/units.ts'
import { LotMethod } from '#shared/model/ledger/ledger.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { runs } from '../../../runs.ts'
import { storeInstruments } from '../../cache/instruments/store-instruments.ts'
import { dec } from '../../cache/open-cache.ts'
import { makeTransaction } from '../../cache/transactions/make-transactions.ts'
import { noOpenings, openLedger, replay } from '../../insight/ledger/replay.ts'
import { accountId, fifo, makeTrade, openLedgerRig } from '../rig.ts'

const symbols = ['A@X', 'B@X', 'C@X']

const anyTrade = fc
  .record({
    id: fc.integer({ min: 1, max: 400 }),
    second: fc.nat(30),
    symbol: fc.constantFrom(...symbols),
    pieces: fc.integer({ min: -20, max: 20 }).filter((pieces) => pieces !== 0),
    cents: fc.integer({ min: 1, max: 99_999 }),
  })
  .map(({ id, second, symbol, pieces, cents }) =>
    makeTrade(String(id), second * 1000, symbol, String(pieces), ((-Math.sign(pieces) * cents) / 100).toFixed(2)),
  )

/** A plain replay of the stored rows. */
function replayPlainly(rows: readonly Transaction[], method: LotMethod) {
  const units = (text: string | null) => (text === null ? null : parseUnits(text))
  const ledgerRows = rows
    .map((row) => ({
      ...{ id: row.id, at: row.at, name: row.name, symbol: row.symbol, currency: 'RUB' },
      kind: row.change!.amount.startsWith('-') ? ('buy' as const) : ('sell' as const),
      money: units(row.change!.amount),
      changeQuantity: units(row.changeQuantity),
      trade: {
        size: units(row.trade!.size),
        price: units(row.trade!.price),
        accruedInterest: units(row.trade!.accruedInterest),
      },
    }))
    .sort(compareRows)
  return replay(openLedger(noOpenings, { method }), ledgerRows, { method }).holdings
}

it('the stored holdings equal a replay of all rows, for random rows in random order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...LotMethod.options),
      fc.array(fc.array(anyTrade, { maxLength: 25 }), { minLength: 1, maxLength: 6 }),
      async (method, responses) => {
        const rig = openLedgerRig()
        const stored = new Map<string, Transaction>()
        for (const rows of responses) {
          await rig.write(rows)
          for (const row of rows) stored.set(row.id, row)
          rig.refresh({ ...fifo, method })
          const plain = replayPlainly([...stored.values()], method)
          for (const symbol of symbols) expect(rig.holding(symbol)).toEqual(plain.get(symbol) ?? null)
          expect(rig.replay.isCurrent({ ...fifo, method })).toBe(true)
        }
      },
    ),
    { numRuns: runs(60) },
  )
})

const purchases = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    makeTrade(String(10_000 + index), index * 1000, 'A@X', '1', `-${index + 1}`),
  )

it('the newest row is read alone, a late row together with the rows since the checkpoint before it', async () => {
  const rig = openLedgerRig()
  await rig.write(purchases(3000))
  expect(rig.refresh().rowsRead).toBe(3000)
  await rig.write([makeTrade('1', 3_000_000, 'A@X', '1', '-1')])
  expect(rig.refresh().rowsRead).toBe(1)
  await rig.write([makeTrade('2', 2_500_500, 'A@X', '1', '-1')])
  expect(rig.refresh().rowsRead).toBe(3002 - 2048)
  expect(formatUnits(rig.holding('A@X')!.quantity)).toBe('3002')
})

it('a restart of the app does not read rows again', async () => {
  const rig = openLedgerRig()
  await rig.write(purchases(50))
  rig.refresh()
  const next = openLedgerRig(rig.db)
  expect(next.refresh().rowsRead).toBe(0)
  expect(next.holding('A@X')).toEqual(rig.holding('A@X'))
})

it('a holding is replayed when one of its rows is removed or moves to another dimension', async () => {
  const rig = openLedgerRig()
  await rig.write(purchases(3))
  rig.refresh()
  rig.db.prepare("DELETE FROM account_transaction WHERE id = '10001'").run()
  rig.refresh()
  expect(rig.holding('A@X')?.lots.lots.map(({ cost }) => formatUnits(cost!))).toEqual(['1', '3'])
  await rig.write([makeTrade('5', 9000, 'B@X', '4', '-4')])
  rig.refresh()
  rig.db
    .prepare(
      `UPDATE account_transaction SET dimension = (SELECT dimension FROM account_transaction WHERE id = '10002') WHERE id = '5'`,
    )
    .run()
  rig.refresh()
  expect(
    [rig.holding('A@X')?.quantity, rig.holding('B@X')].map((value) => (value ? formatUnits(value as bigint) : null)),
  ).toEqual(['6', null])
})

it('an interrupted replay continues with the remaining holdings', async () => {
  const rig = openLedgerRig()
  await rig.write(purchases(2500))
  const interrupted = rig.replay.steps(fifo)
  interrupted.next()
  interrupted.return(undefined as never)
  expect(rig.replay.isCurrent(fifo)).toBe(false)
  rig.refresh()
  expect(formatUnits(rig.holding('A@X')!.quantity)).toBe('2500')
})

it('rows that arrive while everything is replayed are replayed after it', async () => {
  const rig = openLedgerRig()
  await rig.write(purchases(2500))
  const steps = rig.replay.steps(fifo)
  steps.next()
  await rig.write([makeTrade('1', 1500, 'A@X', '1', '-1')])
  while (steps.next().done !== true);
  expect(rig.replay.isCurrent(fifo)).toBe(false)
  rig.refresh()
  expect(formatUnits(rig.holding('A@X')!.quantity)).toBe('2501')
})

it('another method and an opening balance replay only the holdings that depend on them', async () => {
  const rig = openLedgerRig()
  await rig.write([...purchases(3), makeTrade('1', 9000, 'A@X', '-1', '5'), makeTrade('2', 9000, 'B@X', '1', '-5')])
  rig.refresh()
  rig.refresh({ ...fifo, method: 'lifo' })
  expect(rig.holding('A@X')?.lots.lots.map(({ cost }) => formatUnits(cost!))).toEqual(['1', '2'])
  const openings = [{ accountId, symbol: 'B@X', currency: null, amount: dec('7') }]
  expect(rig.refresh({ ...fifo, method: 'lifo', openings }).rowsRead).toBe(1)
  expect(rig.holding('B@X')?.lots.lots.map(({ cost, openedAt }) => [cost === null, openedAt])).toEqual([
    [true, null],
    [false, 9000],
  ])
  rig.refresh({
    ...{ ...fifo, method: 'lifo' as const },
    openings: [{ accountId, symbol: 'Z@X', currency: null, amount: dec('3') }],
  })
  expect([formatUnits(rig.holding('B@X')!.quantity), formatUnits(rig.holding('Z@X')!.quantity)]).toEqual(['1', '3'])
})

it('a holding is replayed when the type of its instrument becomes known: a future has no lots', async () => {
  const rig = openLedgerRig()
  await rig.write(purchases(2))
  rig.refresh()
  await storeInstruments(rig.cache.instruments, [
    { symbol: 'A@X', id: '', ticker: 'A', mic: 'X', isin: '', type: 'FUTURES', name: '', isArchived: false },
  ])
  rig.replay.forgetFacts()
  rig.refresh()
  expect(rig.holding('A@X')).toMatchObject({ quantity: parseUnits('2'), lots: { lots: [] } })
})

it('more than 1024 rows with one time are in the order of their ids', async () => {
  const rig = openLedgerRig()
  const burst = Array.from({ length: 2100 }, (_, index) =>
    makeTrade(String(5000 - index), 1000, 'A@X', '1', `-${5000 - index}`),
  )
  await rig.write([...burst, makeTrade('9999', 1001, 'A@X', '-2000', '1')])
  rig.refresh()
  expect(
    rig
      .holding('A@X')
      ?.lots.lots.map(({ cost }) => Number(formatUnits(cost!)))
      .slice(0, 2),
  ).toEqual([4901, 4902])
})

it('a row of money only marks the account as changed and causes no replay', async () => {
  const rig = openLedgerRig()
  await rig.write(purchases(2))
  rig.refresh()
  await rig.write([makeTransaction('7', 5000)])
  expect(rig.refresh()).toEqual({ accountIds: [accountId], rowsRead: 0 })
  expect(rig.replay.isCurrent(fifo)).toBe(true)
})

it('changed rows are recorded after the first replay, and not before it', async () => {
  const rig = openLedgerRig()
  const count = rig.db.prepare<[], number>('SELECT count(*) FROM ledger_change').pluck()
  await rig.write(purchases(3))
  expect(count.get()).toBe(0)
  rig.refresh()
  await rig.write([makeTrade('1', 9000, 'A@X', '1', '-1')])
  expect(count.get()).toBe(1)
})
