import { expect, test } from 'vitest'
import type { DerivedPast } from '#main/insight/history/past-price.ts'
import { PastAnswers } from '#main/ledger/thread/past-answers.ts'
import { dayMs } from '#shared/durations.ts'

const known: DerivedPast = {
  ...{ isLoaded: true, isCertain: true, differing: [], notCounted: 0, rateTrades: [] },
  ...{ moments: [], flows: [] },
}
const uncertain: DerivedPast = { ...known, isCertain: false }
const choices = { method: 'fifo' as const, openings: [], maturities: [] }
const now = 20_000 * dayMs + 5

/** Answers whose past is one of these after the other, then the last one again. */
function start(...pasts: (DerivedPast | Error)[]) {
  let readCount = 0
  let rows = 0
  const answers = new PastAnswers(async () => {
    const value = pasts[Math.min(readCount++, pasts.length - 1)]!
    if (value instanceof Error) throw value
    return { value, accountIds: ['changed'] }
  })
  const read = (accountIds: readonly string[], at: number) =>
    answers.read({ accountIds, choices, now: at }, { rows, facts: 0, prices: 0 })
  return { read, readCount: () => readCount, changeRows: () => void rows++ }
}

test('the past is calculated once, until the rows or the day change', async () => {
  const { read, readCount, changeRows } = start(known)
  await read(['a'], now)
  await read(['a'], now + 9)
  expect(readCount()).toBe(1)
  await read(['a', 'b'], now)
  await read(['a'], now + dayMs)
  expect(readCount()).toBe(3)
  changeRows()
  await read(['a'], now + dayMs)
  expect(readCount()).toBe(4)
})

test('the accounts whose holdings it updated are named once', async () => {
  const { read } = start(known)
  expect((await read(['a'], now)).accountIds).toEqual(['changed'])
  expect((await read(['a'], now)).accountIds).toEqual([])
})

test('while newer rows are expected, the old past is shown and calculated again', async () => {
  const { read, readCount, changeRows } = start(known, uncertain)
  await read(['a'], now)
  changeRows()
  expect((await read(['a'], now)).value).toBe(known)
  expect((await read(['a'], now)).value).toBe(known)
  expect(readCount()).toBe(3)
})

test('a failure is not kept', async () => {
  const { read } = start(new Error('the cache is damaged'), known)
  await expect(read(['a'], now)).rejects.toThrow('the cache is damaged')
  expect((await read(['a'], now)).value).toBe(known)
})
