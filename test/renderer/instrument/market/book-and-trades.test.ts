import { expect, test } from 'vitest'
import { dec } from '../../fixtures/data.ts'
import { readPart } from '../../fixtures/instrument.ts'
import { page, closeAfterEachTest, open, section } from '../open-screen.ts'

closeAfterEachTest()

test('unreadable trades are counted', async () => {
  await open('AAPL@XNGS', { 'instruments.trades': () => readPart({ trades: [], leftOut: 3 }) })
  expect(section('trades')).toContain('3 skipped')
})

test('a crossed book and an empty book say so', async () => {
  const level = { price: dec('10'), size: dec('1'), total: dec('1') }
  const crossed = {
    asks: [level],
    bids: [{ ...level, price: dec('11') }],
    spread: dec('-1'),
    spreadPercent: null,
    imbalance: dec('0'),
    isCrossed: true,
    leftOut: 2,
  }
  await open('AAPL@XNGS', { 'instruments.book': () => readPart(crossed) })
  expect(section('book')).toMatch(/crossed.*2 skipped.*Spread -1/)
  await page.end()
  await open('AAPL@XNGS', {
    'instruments.book': () => readPart({ ...crossed, asks: [], bids: [], spread: null, isCrossed: false, leftOut: 0 }),
  })
  expect(section('book')).toContain('The order book is empty')
})
