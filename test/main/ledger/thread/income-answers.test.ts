import { expect, test } from 'vitest'
import type { IncomeSpan } from '#main/ledger/reading/income/income-span.ts'
import { IncomeAnswers } from '#main/ledger/thread/income-answers.ts'
import { tablesOf } from '#main/ledger/thread/tables.ts'
import { ColumnText, readColumns } from '#shared/column-text.ts'
import { dayMs } from '#shared/durations.ts'
import type { IncomeGrouping, IncomeRow } from '#shared/model/ledger/income.ts'
import { dec } from '../../cache/open-cache.ts'
import { makeTransaction } from '../../cache/transactions/make-transactions.ts'
import { makeDetails } from '../../insight/make.ts'
import { accountId, fifo, finish, makeTrade, openLedgerRig } from '../rig.ts'

const now = Date.UTC(2026, 5, 30)
const symbols = ['A@X', 'B@X', 'C@X', 'D@X']
const everything: IncomeSpan = { symbol: null, from: Date.UTC(2020, 0), to: Date.UTC(2028, 0) }

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
  const open = (answersMany: boolean): IncomeAnswers =>
    new IncomeAnswers({
      ...{ db: rig.db, tables: tablesOf(rig.db), answersMany, prices: { rates: () => Promise.resolve([]) } },
      holdings: { replay: rig.replay, inSlices: (steps) => Promise.resolve(finish(steps)) },
    })
  return { rig, open }
}

const about = { accountIds: [accountId], choices: fifo, now }
const rowsOf = async (answers: IncomeAnswers, span = everything): Promise<IncomeRow[]> =>
  readColumns<IncomeRow>(new ColumnText(await answers.list(about, span, 0)))

test('a program that reads once gets the same rows, sums and owners as a window', async () => {
  const { open } = await openRig()
  const [kept, once] = [open(true), open(false)]
  const year = { from: Date.UTC(2025, 1, 3), to: Date.UTC(2026, 1, 3) }
  for (const span of [everything, { ...everything, ...year }, { ...everything, ...year, symbol: 'B@X' }]) {
    const wanted = await rowsOf(kept, span)
    expect(wanted.length).toBeGreaterThan(3)
    expect(await rowsOf(once, span)).toEqual(wanted)
  }
  for (const by of ['instrument', 'account', 'year', 'currency'] as const) {
    const wanted = await kept.summarize(about, [], by, 0)
    expect(wanted.groups.length).toBeGreaterThan(0)
    expect(await once.summarize(about, [], by, 0)).toEqual(wanted)
  }
  expect(await once.taxOwners(about)).toEqual(await kept.taxOwners(about))
})

test.each([true, false])('income is calculated again when rows change (many questions: %s)', async (answersMany) => {
  const { rig, open } = await openRig()
  const answers = open(answersMany)
  const read = async () => (await rowsOf(answers)).filter(({ gross }) => gross !== null).length
  const before = await read()
  await rig.write([dividend('999', 'A@X', now - 20 * dayMs)])
  rig.refresh()
  expect(await read()).toBe(before + 1)
})

test('the names of a list are those of the version of facts', async () => {
  const { rig, open } = await openRig()
  const answers = open(true)
  const nameIn = async (facts: number) => {
    const rows = await readColumns<IncomeRow>(new ColumnText(await answers.list(about, everything, facts)))
    return rows.find(({ symbol }) => symbol === 'A@X')?.name
  }
  expect(await nameIn(0)).toBe('Name of A@X')
  rig.cache.instrumentDetails.put({ ...makeDetails(), symbol: 'A@X', type: 'EQUITIES', name: 'Renamed' }, now)
  expect(await nameIn(1)).toBe('Renamed')
})

test('the kept summary is that of the question: rows, grouping, accounts and day', async () => {
  const { rig, open } = await openRig()
  const answers = open(true)
  const summary = (by: IncomeGrouping = 'instrument', changes: Partial<typeof about> = {}) =>
    answers.summarize({ ...about, ...changes }, [], by, 0)
  const fresh = (by: IncomeGrouping = 'instrument', changes: Partial<typeof about> = {}) =>
    open(false).summarize({ ...about, ...changes }, [], by, 0)
  const first = await summary()
  expect((await summary()).groups).toBe(first.groups)
  const byYear = await summary('year')
  expect(byYear).toEqual(await fresh('year'))
  expect(byYear).not.toEqual(first)
  expect(await summary('instrument', { accountIds: [] })).toEqual(await fresh('instrument', { accountIds: [] }))
  const later = { now: now + 400 * dayMs }
  expect(await summary('instrument', later)).toEqual(await fresh('instrument', later))
  expect(await summary()).toEqual(first)
  await rig.write([dividend('999', 'A@X', now - 20 * dayMs)])
  rig.refresh()
  expect(await summary()).toEqual(await fresh())
  expect(await summary()).not.toEqual(first)
})
