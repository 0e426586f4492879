import { expect, test } from 'vitest'
import { createRecordedQuotes } from '#main/journal/recorded/quotes.ts'
import { RecordedPrices } from '#main/ledger/thread/recorded-prices.ts'
import { dayMs } from '#shared/durations.ts'
import { dec } from '../../cache/open-cache.ts'
import { openTestJournal } from '../../journal/open-journal.ts'

const now = 20_000 * dayMs + 5
const today = 20_000 * dayMs

function start() {
  const quotes = createRecordedQuotes(openTestJournal())
  let readCount = 0
  const prices = new RecordedPrices(() => {
    readCount++
    return quotes
  })
  return { quotes, prices, readCount: () => readCount }
}

test('the last recorded price of each day that is over is read', async () => {
  const { quotes, prices } = start()
  quotes.record([
    { symbol: 'A@X', at: today - dayMs + 1, last: dec('10') },
    { symbol: 'A@X', at: today - 5, last: dec('11') },
    { symbol: 'A@X', at: today + 1, last: dec('12') },
    { symbol: 'USDRUB@X', at: today - 3 * dayMs, last: dec('7') },
  ])
  expect([...(await prices.lines(now))]).toEqual([
    ['A@X', [{ at: today - 5, price: 11n * 10n ** 18n }]],
    ['USDRUB@X', [{ at: today - 3 * dayMs, price: 7n * 10n ** 18n }]],
  ])
  expect(await prices.rates(now)).toEqual([{ symbol: 'USDRUB@X', points: [{ at: today - 3 * dayMs, last: '7' }] }])
})

test('the prices are read once a day, also for two questions at the same time', async () => {
  const { prices, readCount } = start()
  await Promise.all([prices.lines(now), prices.lines(now + 1)])
  await prices.lines(now + 2)
  expect(readCount()).toBe(1)
  await prices.lines(now + dayMs)
  expect(readCount()).toBe(2)
})

test('a journal that could not be read is read again', async () => {
  const { quotes } = start()
  let isBusy = true
  const prices = new RecordedPrices(() => {
    if (isBusy) throw new Error('the journal is in use')
    return quotes
  })
  await expect(prices.lines(now)).rejects.toThrow('the journal is in use')
  isBusy = false
  expect((await prices.lines(now)).size).toBe(0)
})
