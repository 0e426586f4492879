import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createInstrumentDetails } from '#main/cache/instruments/details.ts'
import { createInstruments } from '#main/cache/instruments/instruments.ts'
import { byDate, type UnnamedIncomeRow } from '#main/insight/income/income-event.ts'
import { IncomeList } from '#main/ledger/reading/income/income-list.ts'
import { ColumnText, readColumns } from '#shared/column-text.ts'
import { dayMs } from '#shared/durations.ts'
import type { IncomeRow } from '#shared/model/ledger/income.ts'
import { openTestCache } from '../../../cache/open-cache.ts'
import { finish } from '../../rig.ts'

const firstDay = Date.UTC(2020, 0, 1)
const dateOf = (day: number): string => new Date(firstDay + day * dayMs).toISOString().slice(0, 10)

function makeRow(index: number, date: string): UnnamedIncomeRow {
  return {
    ...{ accountId: 'A', symbol: `S${index % 7}@X`, kind: 'dividend', state: 'missing', lateDays: index % 3, date },
    ...{ expected: null, currency: 'USD', gross: null, tax: null, net: null, transactionIds: [String(index)] },
    ...{ rule: [], each: null, candidates: [] },
  } as unknown as UnnamedIncomeRow
}

function openTables() {
  const db = openTestCache()
  return { instruments: createInstruments(db), instrumentDetails: createInstrumentDetails(db) }
}

function openList(parts: readonly (readonly UnnamedIncomeRow[])[], isKept: boolean, tables = openTables()) {
  const list = new IncomeList(tables, isKept)
  for (const rows of parts) list.add({ rows, unassigned: [] })
  const texts = (fromDay: number, toDay: number, symbol: string | null = null): readonly string[] =>
    finish(list.read({ symbol, from: firstDay + fromDay * dayMs, to: firstDay + toDay * dayMs }))
  const read = async (...span: Parameters<typeof texts>): Promise<string[]> => {
    const rows = await readColumns<IncomeRow>(new ColumnText(texts(...span)))
    return rows.flatMap(({ transactionIds }) => transactionIds)
  }
  return { list, texts, read }
}

/** In the order of the list: rows that are equal in it stay in the order in which they were added. */
const idsOf = (rows: readonly UnnamedIncomeRow[]): string[] =>
  rows.toSorted(byDate).flatMap(({ transactionIds }) => transactionIds)

/** Two on each day of more than three years. */
const twoEachDay = Array.from({ length: 2_500 }, (_, index) => makeRow(index, dateOf(Math.floor(index / 2))))

const spans = [
  [0, 2_000],
  [1, 499],
  [31, 60],
  [500, 1_000],
  [499, 1_001],
  [700, 700],
  [1_100, 1_300],
  [-50, 3],
  [5_000, 6_000],
] as const

it.each(spans)('the rows from day %i to day %i are those of the list, kept or not', async (from, to) => {
  const wanted = twoEachDay.filter(({ date }) => date >= dateOf(from) && date < dateOf(to))
  const kept = openList([twoEachDay], true)
  expect(await kept.read(from, to)).toEqual(idsOf(wanted))
  for (const _ of kept.list.writeAhead());
  expect(await kept.read(from, to)).toEqual(idsOf(wanted))
  expect(await openList([twoEachDay], false).read(from, to)).toEqual(idsOf(wanted))
})

it.each([true, false])('the rows of one instrument are those of the list (kept: %s)', async (isKept) => {
  const { read } = openList([twoEachDay], isKept)
  const own = await read(0, 2_000, 'S3@X')
  expect(own.length).toBeGreaterThan(300)
  expect(own).toEqual(idsOf(twoEachDay.filter(({ symbol }) => symbol === 'S3@X')))
  expect(await read(0, 2_000, 'none@X')).toEqual([])
})

it('the texts of whole months are kept, and written ahead', () => {
  const { list, texts } = openList([twoEachDay], true)
  const before = texts(40, 100)
  expect([...list.writeAhead()].length).toBeGreaterThan(40)
  const names = texts(40, 100)
  expect(names).toEqual(before)
  const other = openList([twoEachDay], false)
  expect(other.texts(40, 100)).toEqual(before)
})

const row = fc.record({ date: fc.constantFrom('2024-12-31', '2025-01-01', '2025-01-02', '2025-02-01'), id: fc.nat(99) })

it('rows of one day are in the order in which they were added', async () => {
  const tables = openTables()
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(row)), fc.boolean(), async (added, isKept) => {
      const parts = added.map((part) => part.map(({ date, id }) => makeRow(id, date)))
      const wanted = parts.flat()
      const { list, read } = openList(parts, isKept, tables)
      expect(await read(0, 4_000)).toEqual(idsOf(wanted))
      expect(idsOf([...list.rows()]).sort()).toEqual(idsOf(wanted).sort())
    }),
    { numRuns: 30 },
  )
})
