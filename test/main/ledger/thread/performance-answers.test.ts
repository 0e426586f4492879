import { expect, test } from 'vitest'
import { keepAnswers, type PerformanceTask } from '#main/ledger/thread/performance-answers.ts'
import { dayMs } from '#shared/durations.ts'

const today = 20_000 * dayMs

function taskOf(to: number, versions: { readonly rows?: number; readonly prices?: number } = {}, now = today + 5) {
  const task: PerformanceTask = {
    question: {
      ...{ accountIds: ['a'], symbol: null, type: null, currency: null, from: today - 9 * dayMs, to, now },
      ...{
        rates: null,
        recorded: null,
        knownDay: { maxPriceAgeDays: 7, minPricedPercent: 90, minCoveredPercent: 95 },
        isQuick: false,
      },
    },
    choices: { method: 'fifo', openings: [], maturities: [] },
    versions: { rows: 0, facts: 0, prices: 0, ...versions },
  }
  return task
}

function start() {
  let count = 0
  const answer = keepAnswers((_task, _by: string) => Promise.resolve({ value: ++count, accountIds: ['changed'] }))
  return async (task: PerformanceTask, by = 'year') => (await answer(task, by)).value
}

test('an answer is calculated once, until rows, the day or the question change', async () => {
  const read = start()
  expect([await read(taskOf(today)), await read(taskOf(today, { prices: 1 }))]).toEqual([1, 1])
  expect(await read(taskOf(today), 'month')).toBe(2)
  expect(await read(taskOf(today, { rows: 1 }))).toBe(3)
  expect(await read(taskOf(today, { rows: 1 }, today + dayMs))).toBe(4)
})

test('an answer that depends on the latest prices is calculated again when they change', async () => {
  const read = start()
  expect([await read(taskOf(today + 1)), await read(taskOf(today + 1, { prices: 1 }))]).toEqual([1, 2])
})
