import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createInstrumentDetails } from '#main/cache/instruments/details.ts'
import { createInstruments } from '#main/cache/instruments/instruments.ts'
import type { UnnamedIncomeRow } from '#main/insight/income/income-event.ts'
import { IncomeTexts } from '#main/ledger/reading/income/income-texts.ts'
import { IncomeReader, type IncomeQuestion } from '#main/ledger/reading/income/income.ts'
import { PackedIncome } from '#main/ledger/reading/income/packed-income.ts'
import { ColumnText, readColumns } from '#shared/column-text.ts'
import { dayMs } from '#shared/durations.ts'
import type { IncomeRow } from '#shared/model/ledger/income.ts'
import { dec } from '../../../cache/open-cache.ts'
import { makeTransaction } from '../../../cache/transactions/make-transactions.ts'
import { makeDetails } from '../../../insight/make.ts'
import { accountId, fifo, finish, makeTrade, openLedgerRig } from '../../rig.ts'

const now = Date.UTC(2026, 5, 30)
const symbols = ['A@X', 'B@X', 'C@X', 'D@X']
const everything = { symbol: null, from: Date.UTC(2020, 0), to: Date.UTC(2028, 0) }

const dividend = (id: string, symbol: string, at: number) =>
  makeTransaction(id, at, {
    ...{ category: 'INCOME', name: 'Дивиденды', symbol },
    change: { currency: symbol === 'D@X' ? 'USD' : 'RUB', amount: dec('10.25') },
  })

/** Four instruments with a dividend each quarter of two years, of which some were paid. */
async function openRig() {
  const rig = openLedgerRig()
  const days = Array.from({ length: 8 }, (_, index) => now - (20 + 91 * index) * dayMs)
  for (const symbol of symbols) {
    rig.cache.instrumentDetails.put({ ...makeDetails(), symbol, type: 'EQUITIES', name: `Name of ${symbol}` }, now)
    const events = days.map((at) => ({
      ...{ date: new Date(at).toISOString().slice(0, 10), amount: dec('1.025') },
      currency: symbol === 'D@X' ? 'USD' : 'RUB',
    }))
    rig.cache.corporateEvents.replaceDividends(symbol, events, now)
  }
  const begin = now - 900 * dayMs
  rig.cache.history.putBeginning(accountId, begin)
  await rig.write(symbols.map((symbol, index) => makeTrade(String(index), begin + dayMs, symbol, '10', '-100')))
  await rig.write(
    days.flatMap((at, day) =>
      symbols.flatMap((symbol, index) => ((day + index) % 3 === 0 ? [] : [dividend(`${9 + day}${index}`, symbol, at)])),
    ),
  )
  rig.cache.coverage.cover(accountId, begin - dayMs, now)
  rig.refresh()
  const tables = {
    instruments: createInstruments(rig.db),
    instrumentDetails: createInstrumentDetails(rig.db),
  }
  const question: IncomeQuestion = { accountIds: [accountId], choices: fifo, now, revision: '1', rateLines: [] }
  return { rig, tables, question }
}

test('packed income has the same rows and sums as unpacked income', async () => {
  const { rig, tables, question } = await openRig()
  const kept = new IncomeReader(rig.db, rig.cache)
  const texts = new IncomeTexts(kept, tables)
  const packed = new PackedIncome(new IncomeReader(rig.db, rig.cache), tables)
  const year = { from: Date.UTC(2025, 1, 3), to: Date.UTC(2026, 1, 3) }
  for (const span of [everything, { ...everything, ...year }, { ...everything, ...year, symbol: 'B@X' }]) {
    const wanted = await readColumns<IncomeRow>(new ColumnText(texts.read(question, { ...span, factsVersion: 1 })))
    expect(wanted.length).toBeGreaterThan(3)
    expect(await readColumns<IncomeRow>(new ColumnText(finish(packed.read(question, span))))).toEqual(wanted)
  }
  for (const by of ['instrument', 'account', 'year', 'currency'] as const) {
    const wanted = kept.summarize(question, [], by)
    expect(wanted.groups.length).toBeGreaterThan(0)
    expect(finish(packed.summarize(question, [], by))).toEqual(wanted)
  }
})

test('packed income is calculated again when rows change', async () => {
  const { rig, tables, question } = await openRig()
  const packed = new PackedIncome(new IncomeReader(rig.db, rig.cache), tables)
  const read = async (revision: string) => {
    const texts = finish(packed.read({ ...question, revision }, everything))
    return (await readColumns<IncomeRow>(new ColumnText(texts))).filter(({ gross }) => gross !== null).length
  }
  const before = await read('1')
  await rig.write([dividend('999', 'A@X', now - 20 * dayMs)])
  rig.refresh()
  expect([await read('1'), await read('2')]).toEqual([before, before + 1])
})

const row = fc.record({ date: fc.constantFrom('2024-12-31', '2025-01-01', '2025-01-02', '2025-02-01'), id: fc.nat(99) })

test('rows of one day are in the order of accounts, then in the order of calculation', async () => {
  const { tables, question } = await openRig()
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(row)), async (parts) => {
      const rows = parts.map((part) =>
        part.map(
          ({ date, id }) => ({ date, symbol: 'A@X', transactionIds: [String(id)] }) as unknown as UnnamedIncomeRow,
        ),
      )
      const reader = {
        version: () => 1,
        summarizeRows: () => {
          throw new Error('not requested')
        },
        *parts() {
          for (const part of rows) yield { rows: part, unassigned: [], taxes: [] }
        },
      }
      const packed = new PackedIncome(reader, tables)
      const read = await readColumns<IncomeRow>(new ColumnText(finish(packed.read(question, everything))))
      const wanted = rows.flat().sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
      expect(read.map(({ transactionIds }) => transactionIds)).toEqual(
        wanted.map(({ transactionIds }) => transactionIds),
      )
    }),
    { numRuns: 30 },
  )
})
