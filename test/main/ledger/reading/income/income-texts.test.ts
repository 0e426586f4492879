import { expect, it } from 'vitest'
import { createInstrumentDetails } from '#main/cache/instruments/details.ts'
import { createInstruments } from '#main/cache/instruments/instruments.ts'
import type { UnnamedIncomeRow } from '#main/insight/income/income-event.ts'
import { IncomeTexts } from '#main/ledger/reading/income/income-texts.ts'
import { ColumnText, readColumns } from '#shared/column-text.ts'
import { dayMs } from '#shared/durations.ts'
import type { IncomeRow } from '#shared/model/ledger/income.ts'
import { openTestCache } from '../../../cache/open-cache.ts'
import { fifo } from '../../rig.ts'

const firstDay = Date.UTC(2020, 0, 1)
const question = { accountIds: ['A'], choices: fifo, now: Date.UTC(2026, 0, 1), revision: '1', rateLines: [] }

/** A list of `count` rows, two on each day. */
function makeTexts(count: number, version = { current: 1 }) {
  const rows = Array.from({ length: count }, (_, index) => makeRow(index))
  const db = openTestCache()
  const cache = { instruments: createInstruments(db), instrumentDetails: createInstrumentDetails(db) }
  const texts = new IncomeTexts({ readVersion: () => version.current, list: () => rows }, cache)
  const read = (fromDay: number, toDay: number, symbol: string | null = null): Promise<IncomeRow[]> => {
    const span = { symbol, from: firstDay + fromDay * dayMs, to: firstDay + toDay * dayMs, factsVersion: 1 }
    return readColumns<IncomeRow>(new ColumnText(texts.read(question, span)))
  }
  return { texts, rows, read, version }
}

function makeRow(index: number): UnnamedIncomeRow {
  return {
    ...{ accountId: 'A', symbol: `S${index % 7}@X`, kind: 'dividend', state: 'missing', lateDays: index % 3 },
    date: new Date(firstDay + Math.floor(index / 2) * dayMs).toISOString().slice(0, 10),
    ...{ expected: null, currency: 'USD', gross: null, tax: null, net: null, transactionIds: [String(index)] },
    ...{ rule: [], each: null, candidates: [] },
  } as unknown as UnnamedIncomeRow
}

const spans = [
  [0, 2_000],
  [1, 499],
  [1, 500],
  [500, 1_000],
  [499, 1_001],
  [700, 700],
  [1_100, 1_300],
  [-50, 3],
  [5_000, 6_000],
] as const

it.each(spans)(
  'the rows from day %i to day %i are those of the list, before and after texts were written ahead',
  async (from, to) => {
    const { texts, rows, read } = makeTexts(2_500)
    const wanted = rows.filter(({ date }) => {
      const day = (Date.parse(date) - firstDay) / dayMs
      return day >= from && day < to
    })
    const ids = (list: readonly { transactionIds: readonly string[] }[]) => list.flatMap((row) => row.transactionIds)
    expect(ids(await read(from, to))).toEqual(ids(wanted))
    expect([...texts.writeAhead()]).toHaveLength(2)
    expect(ids(await read(from, to))).toEqual(ids(wanted))
  },
)

it('texts of an outdated list are no longer written in advance', async () => {
  const { texts, read, version } = makeTexts(2_500)
  await read(0, 10)
  const steps = texts.writeAhead()
  expect(steps.next().done).toBe(false)
  version.current++
  await read(0, 10)
  expect(steps.next().done).toBe(true)
})

it('the rows of one instrument equal those in the list, and the texts of the list are kept', async () => {
  const { rows, texts, read } = makeTexts(2_500)
  await read(0, 2_000)
  expect([...texts.writeAhead()]).toHaveLength(2)
  const own = await read(0, 2_000, 'S3@X')
  expect(own.length).toBeGreaterThan(300)
  expect(own.map((row) => row.transactionIds)).toEqual(
    rows.filter(({ symbol }) => symbol === 'S3@X').map((row) => row.transactionIds),
  )
  expect(await read(0, 2_000, 'none@X')).toEqual([])
})
