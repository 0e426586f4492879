import { expect, test } from 'vitest'
import type { DerivedPast } from '#main/insight/history/past-price.ts'
import { createRecordedQuotes } from '#main/journal/recorded/quotes.ts'
import { RememberedPast } from '#main/ledger/remembered-past.ts'
import type { RecordedLine } from '#main/ledger/thread/messages.ts'
import { dayMs } from '#shared/durations.ts'
import { dec } from '../cache/open-cache.ts'
import { openTestJournal } from '../journal/open-journal.ts'

const known: DerivedPast = {
  ...{ isLoaded: true, isCertain: true, differing: [], notCounted: 0, rateTrades: [] },
  ...{ moments: [], flows: [] },
}
const uncertain: DerivedPast = { ...known, isCertain: false }
const now = 20_000 * dayMs + 5

/** A past whose thread returns these answers one after the other, then the last one again. */
function createPast(...answers: (DerivedPast | Error)[]) {
  const quotes = createRecordedQuotes(openTestJournal())
  const received: RecordedLine[] = []
  let readCount = 0
  let receivedUntil: number | null = null
  const past = new RememberedPast({
    quotes,
    give({ lines, until, isFirst, isLast }) {
      if (isFirst) received.length = 0
      if (isLast) receivedUntil = until
      return Promise.resolve(received.push(...lines))
    },
    derive(_, at) {
      if (receivedUntil !== Math.floor(at / dayMs) * dayMs) return Promise.resolve(null)
      const answer = answers[Math.min(readCount++, answers.length - 1)]!
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    },
  })
  return { past, quotes, received, readCount: () => readCount, losePrices: () => (receivedUntil = null) }
}

test('the past is calculated once, until the rows or the day change', async () => {
  const { past, readCount } = createPast(known)
  await past.read(['a'], now)
  await past.read(['a'], now + 9)
  expect(readCount()).toBe(1)
  await past.read(['a', 'b'], now)
  await past.read(['a'], now + dayMs)
  expect(readCount()).toBe(3)
  past.forget()
  await past.read(['a'], now + dayMs)
  expect(readCount()).toBe(4)
})

test('while newer rows are expected, the old past is shown and calculated again', async () => {
  const { past, readCount } = createPast(known, uncertain)
  await past.read(['a'], now)
  past.forget()
  expect(await past.read(['a'], now)).toBe(known)
  await past.read(['a'], now)
  expect(readCount()).toBe(3)
})

test('a failure is not kept', async () => {
  const { past } = createPast(new Error('the thread stopped'), known)
  await expect(past.read(['a'], now)).rejects.toThrow('the thread stopped')
  expect(await past.read(['a'], now)).toBe(known)
})

test('the thread is given the last recorded price of each day that is over', async () => {
  const { past, quotes, received } = createPast(known)
  const today = Math.floor(now / dayMs) * dayMs
  quotes.record([
    { symbol: 'A@X', at: today - dayMs + 1, last: dec('10') },
    { symbol: 'A@X', at: today - 5, last: dec('11') },
    { symbol: 'A@X', at: today + 1, last: dec('12') },
    { symbol: 'B@X', at: today - 3 * dayMs, last: dec('7') },
  ])
  await past.read(['a'], now)
  expect(received).toEqual([
    { symbol: 'A@X', points: [{ at: today - 5, last: '11' }] },
    { symbol: 'B@X', points: [{ at: today - 3 * dayMs, last: '7' }] },
  ])
})

test('a thread that lost its prices gets them again, once', async () => {
  const { past, quotes, received, readCount, losePrices } = createPast(known)
  quotes.record([{ symbol: 'A@X', at: now - dayMs, last: dec('10') }])
  await past.read(['a'], now)
  received.length = 0
  past.forget()
  await past.read(['a'], now)
  expect([received, readCount()]).toEqual([[], 2])
  past.forget()
  losePrices()
  await past.read(['a'], now)
  expect([received.length, readCount()]).toEqual([1, 3])
})
