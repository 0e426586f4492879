import { expect, it } from 'vitest'
import { IncomeReader, type IncomeQuestion } from '#main/ledger/reading/income/income-reader.ts'
import { dayMs } from '#shared/durations.ts'
import { dec } from '../../../cache/open-cache.ts'
import { makeTransaction } from '../../../cache/transactions/make-transactions.ts'
import { makeDetails } from '../../../insight/make.ts'
import { accountId, fifo, finish, makeTrade, openLedgerRig } from '../../rig.ts'

const now = Date.UTC(2026, 5, 30)
const at = now - 100 * dayMs
const symbols = ['A@X', 'B@X', 'C@X']

/** Three instruments that each paid one dividend. The last one was paid after the rows of the question. */
async function openRig() {
  const rig = openLedgerRig()
  for (const symbol of symbols) {
    rig.cache.instrumentDetails.put({ ...makeDetails(), symbol, type: 'EQUITIES' }, now)
    rig.cache.corporateEvents.replaceDividends(
      symbol,
      [{ date: new Date(at).toISOString().slice(0, 10), amount: dec('1'), currency: 'RUB' }],
      now,
    )
  }
  rig.cache.history.putBeginning(accountId, at - 200 * dayMs)
  await rig.write(symbols.map((symbol, index) => makeTrade(String(index), at - 100 * dayMs, symbol, '10', '-100')))
  await rig.write(symbols.slice(1).map((symbol, index) => dividend(String(10 + index), symbol)))
  rig.cache.coverage.cover(accountId, at - 300 * dayMs, now)
  rig.refresh()
  return { rig, reader: new IncomeReader(rig.db, rig.cache, true) }
}

const dividend = (id: string, symbol: string) =>
  makeTransaction(id, at, {
    ...{ category: 'INCOME', name: 'Дивиденды', symbol },
    change: { currency: 'RUB', amount: dec('10') },
  })

type Rig = Awaited<ReturnType<typeof openRig>>['rig']
const question = ({ replay }: Rig): IncomeQuestion => ({
  ...{ accountIds: [accountId], choices: fifo, now, revision: String(replay.revision), rateLines: [] },
})
const statesOf = (reader: IncomeReader, rig: Rig) =>
  [...reader.parts(question(rig))]
    .flatMap(({ rows }) => rows)
    .filter(({ date }) => date === new Date(at).toISOString().slice(0, 10))
    .map(({ symbol, state }) => [symbol, state])

it('income calculated in steps equals income calculated in one step', async () => {
  const { rig, reader } = await openRig()
  const steps = reader.prepare(question(rig), () => true)
  expect([...steps]).toHaveLength(symbols.length)
  expect(statesOf(reader, rig)).toEqual(statesOf(new IncomeReader(rig.db, rig.cache, false), rig))
  expect(statesOf(reader, rig)).toEqual([
    ['A@X', 'missing'],
    ['B@X', 'received'],
    ['C@X', 'received'],
  ])
})

it('results are not kept when rows arrive between the steps', async () => {
  const { rig, reader } = await openRig()
  const steps = reader.prepare(question(rig), () => rig.replay.isCurrent(fifo))
  steps.next()
  await rig.write([dividend('20', 'A@X')])
  expect(steps.next().done).toBe(true)
  rig.refresh()
  reader.forget(rig.replay.takeReplayed())
  finish(reader.prepare(question(rig), () => true))
  expect(statesOf(reader, rig)).toContainEqual(['A@X', 'received'])
})
