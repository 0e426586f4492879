import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LedgerRows } from '#main/cache/ledger/ledger-rows.ts'
import { emptyHolding } from '#main/insight/ledger/holding-state.ts'
import { Holding } from '#main/insight/ledger/holding.ts'
import { compareRows } from '#main/insight/ledger/row.ts'
import { emptyPoint } from '#main/insight/ledger/series/holding-sums.ts'
import { afterStep, applyRow } from '#main/insight/ledger/series/running-point.ts'
import { plainFacts } from '#main/insight/ledger/symbol-facts.ts'
import { formatUnits, parseUnits } from '#main/insight/lots/units.ts'
import { SeriesReader } from '#main/ledger/reading/series-reader.ts'
import { RowDecoder } from '#main/ledger/replay/row-decoder.ts'
import { LotMethod } from '#shared/model/ledger/ledger.ts'
import type { Transaction } from '#shared/model/transaction/transaction.ts'
import { runs } from '../../../runs.ts'
import { dec } from '../../cache/open-cache.ts'
import { makeTransaction } from '../../cache/transactions/make-transactions.ts'
import { accountId, fifo, makeTrade, openLedgerRig } from '../rig.ts'

const symbols = ['A@X', 'B@X']

const anyTrade = fc
  .record({
    id: fc.integer({ min: 1, max: 300 }),
    second: fc.nat(40),
    symbol: fc.constantFrom(...symbols),
    pieces: fc.integer({ min: -20, max: 20 }).filter((pieces) => pieces !== 0),
    cents: fc.integer({ min: 1, max: 99_999 }),
  })
  .map(({ id, second, symbol, pieces, cents }) =>
    makeTrade(String(id), second * 1000, symbol, String(pieces), ((-Math.sign(pieces) * cents) / 100).toFixed(2)),
  )
const otherRow = (name: string, category: string) =>
  fc
    .record({ id: fc.integer({ min: 301, max: 400 }), second: fc.nat(40), symbol: fc.constantFrom(...symbols) })
    .map(({ id, second, symbol }) =>
      makeTransaction(String(id), second * 1000 + 1, {
        ...{ category, name, symbol, changeQuantity: name === 'Сплит' ? dec('3') : null },
        change: name === 'Сплит' ? null : { currency: id % 7 === 0 ? 'USD' : 'RUB', amount: dec('1.25') },
      }),
    )
const anyRow = fc.oneof(anyTrade, anyTrade, otherRow('Дивиденды', 'INCOME'), otherRow('Сплит', 'OTHERS'))

type Rig = ReturnType<typeof openLedgerRig>
const keyOf = ({ db }: Rig): number =>
  db.prepare<[string], number>('SELECT key FROM transaction_account WHERE account_id = ?').pluck().get(accountId) ?? -1

/** The points of a plain replay of the stored rows, before each of these times. */
function replayPlainly(rig: Rig, method: LotMethod, symbol: string, times: readonly number[]) {
  const rows = new LedgerRows(rig.db)
  const decoder = new RowDecoder(rows)
  const own = rows
    .next(Number.MIN_SAFE_INTEGER, 10_000)
    .map((raw) => decoder.decode(raw)!.row)
    .filter((row) => row.symbol === symbol)
    .sort(compareRows)
  if (own.length === 0) return times.map(() => null)
  return times.map((time) => {
    const holding = new Holding(method, plainFacts, emptyHolding)
    return own
      .filter(({ at }) => at < time)
      .reduce((point, row) => afterStep(point, applyRow(holding, row)), emptyPoint)
  })
}

it('the stored series equals a plain replay after random rows are added, changed and removed in random order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...LotMethod.options),
      fc.array(
        fc.record({
          rows: fc.array(anyRow, { maxLength: 90 }),
          removed: fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 3 }),
        }),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      async (method, changes) => {
        const rig = openLedgerRig()
        const reader = new SeriesReader(rig.db)
        const times = [0, 1000, 7001, 20_000, 39_000, 50_000]
        for (const { rows, removed } of changes) {
          await rig.write(rows)
          for (const id of removed) rig.db.prepare('DELETE FROM account_transaction WHERE id = ?').run(String(id))
          rig.refresh({ ...fifo, method })
          const all = times.map((time) => reader.all([keyOf(rig)], time))
          for (const symbol of symbols) {
            const plain = replayPlainly(rig, method, symbol, times)
            expect(times.map((time) => reader.at(keyOf(rig), symbol, time))).toEqual(plain)
            expect(all.map((points) => points.find((each) => each.symbol === symbol)?.point ?? null)).toEqual(plain)
            const entries = reader.entries(keyOf(rig), symbol, 7001, 39_000)
            if (entries.length > 0) expect(entries.at(-1)?.point).toEqual(plain[4])
          }
        }
      },
    ),
    { numRuns: runs(40) },
  )
})

const read = (rig: Rig, symbol = 'A@X', at = 1e12) => new SeriesReader(rig.db).at(keyOf(rig), symbol, at)

it('a point has pieces, cost, profit, money and the price of the last own trade', async () => {
  const rig = openLedgerRig()
  const bond: Transaction = {
    ...makeTrade('3', 3000, 'A@X', '4', '-4123.456789'),
    trade: { size: dec('4'), price: dec('98.123456'), accruedInterest: dec('12.5') },
  }
  await rig.write([makeTrade('1', 1000, 'A@X', '10', '-100'), makeTrade('2', 2000, 'A@X', '-5', '75.5'), bond])
  rig.refresh()
  const point = read(rig)!
  expect(formatUnits(point.quantity)).toBe('9')
  expect(formatUnits(point.cost)).toBe('4160.956789')
  expect(
    point.sums.map(({ currency, trade, realized, accrued }) => [
      currency,
      ...[trade, realized, accrued].map(formatUnits),
    ]),
  ).toEqual([['RUB', '-4135.456789', '25.5', '-12.5']])
  expect(point.lastTrade).toMatchObject({ at: 3000, price: parseUnits('98.123456'), cost: parseUnits('4110.956789') })
  expect(read(rig, 'A@X', 2000)).toMatchObject({ quantity: parseUnits('10'), cost: parseUnits('100') })
  expect(read(rig, 'B@X')).toBe(null)
})

it('a sale of more than was bought is a short position, and pieces of unknown cost are counted', async () => {
  const rig = openLedgerRig()
  const openings = [{ accountId, symbol: 'A@X', currency: null, amount: dec('4') }]
  await rig.write([makeTrade('1', 1000, 'A@X', '-3', '30')])
  rig.refresh({ ...fifo, openings })
  expect(read(rig, 'A@X', 0)).toMatchObject({ quantity: parseUnits('4'), unknownOpen: parseUnits('4'), sums: [] })
  expect(read(rig)).toMatchObject({
    quantity: parseUnits('1'),
    unknownOpen: parseUnits('1'),
    unknownClosed: parseUnits('3'),
  })
})

it('a series of hundreds of rows takes few bytes', async () => {
  const rig = openLedgerRig()
  const rows = Array.from({ length: 640 }, (_, index) =>
    makeTrade(
      String(index + 1),
      index * 86_400_000 + 36_000_000,
      'A@X',
      index % 2 === 0 ? '7' : '-7',
      index % 2 === 0 ? '-1234.56' : '1240.12',
    ),
  )
  await rig.write(rows)
  rig.refresh()
  const bytes = rig.db.prepare<[], number>('SELECT sum(length(data)) FROM ledger_series').pluck().get() ?? 0
  expect(bytes / rows.length).toBeLessThan(16)
  expect(read(rig)).toMatchObject({ quantity: 0n, cost: 0n })
})
