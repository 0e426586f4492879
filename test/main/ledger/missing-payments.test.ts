import { expect, onTestFinished, test } from 'vitest'
import { EventBus } from '#main/api/events.ts'
import { MissingPayments } from '#main/ledger/missing-payments.ts'
import { ColumnText, writeColumns } from '#shared/column-text.ts'
import { FakeClock } from '../../fakes/clock.ts'
import { incomeRow } from '../../renderer/income/income-rows.ts'

function start(isWanted: boolean) {
  const clock = new FakeClock()
  const events = new EventBus()
  const faults: unknown[] = []
  let readCount = 0
  const state = { rows: [incomeRow(), incomeRow({ state: 'missing', date: '2026-01-05' })], fails: false }
  const watch = new MissingPayments({
    ledger: {
      listIncome: () => {
        readCount++
        return state.fails
          ? Promise.reject(new Error('damaged'))
          : Promise.resolve(new ColumnText(writeColumns(state.rows)))
      },
    },
    accountIds: () => ['1900001'],
    clock,
    listen: (listener) => events.listen(listener),
    logFault: (_, error) => faults.push(error),
  })
  watch.tell({ isWanted: () => isWanted, onChange: () => undefined })
  onTestFinished(() => watch.close())
  return { watch, clock, events, faults, state, readCount: () => readCount }
}

test('missing payments are unknown until they are read, then known, and read once for many changes', async () => {
  const { watch, clock, events, readCount } = start(true)
  for (let count = 0; count < 20; count++) events.publish('events.changed')
  expect(watch.list()).toBeNull()
  await clock.advance(60_000)
  expect(readCount()).toBe(1)
  expect(watch.list()?.map(({ date }) => date)).toEqual(['2026-01-05'])
})

test('without an alert rule for them, missing payments are read rarely', async () => {
  const { clock, events, readCount } = start(false)
  await clock.advance(60_000)
  events.publish('events.changed')
  await clock.advance(60_000)
  expect(readCount()).toBe(1)
  await clock.advance(600_000)
  expect(readCount()).toBe(2)
})

test('a read that fails is reported and keeps the previous result', async () => {
  const { watch, clock, events, state, faults } = start(true)
  await clock.advance(60_000)
  state.fails = true
  events.publish('ledger.changed', { accountId: '1900001' })
  await clock.advance(60_000)
  expect(faults).toHaveLength(1)
  expect(watch.list()).toHaveLength(1)
})
