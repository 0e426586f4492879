import { expect, test } from 'vitest'
import { readPair } from '#main/insight/currency/pair.ts'
import { makeDetails } from '../make.ts'

const instrument = (ticker: string, name = '') => ({ symbol: `${ticker}@MISX`, ticker, name })
const details = (quoteCurrency: string | null, name = '') => makeDetails({ type: 'CURRENCIES', quoteCurrency, name })

test.each([
  ['EURUSD', 'EUR', 'USD', 0],
  ['USD/CNY', 'USD', 'CNY', 0],
  ['CNYRUB_TOM', 'CNY', 'RUB', 1],
  ['EUR_RUB__TOM', 'EUR', 'RUB', 1],
  ['EUR_RUB__TOD', 'EUR', 'RUB', 2],
  ['EURUSD000TOM', 'EUR', 'USD', 1],
  ['USD000UTSTOM', 'USD', 'RUB', 1],
  ['CNY000000TOD', 'CNY', 'RUB', 2],
  ['USDRUR_SPT', 'USD', 'RUB', 3],
])('the ticker %s names %s and %s', (ticker, base, quote, priority) => {
  expect(readPair(instrument(ticker), null)).toMatchObject({ base, quote, priority, units: 1, state: 'not-read' })
})

test.each(['BTCUSD', 'GLDRUB_TOM', 'USD_TODTOM', 'USDUSD', 'USDFIXED', 'USD_TOM1M', 'Si-12.26'])(
  'the ticker %s is not a pair of two currencies',
  (ticker) => {
    expect(readPair(instrument(ticker), details('USD'))).toBeNull()
  },
)

test('the quote currency of the reference data confirms a pair or contradicts it', () => {
  expect(readPair(instrument('USDRUB_TOM'), details('RUB'))?.state).toBe('confirmed')
  expect(readPair(instrument('USDRUB_TOM'), details('RUR'))?.state).toBe('confirmed')
  expect(readPair(instrument('USDRUB_TOM'), details('USD'))?.state).toBe('other-currency')
  expect(readPair(instrument('USDRUB_TOM'), details(null))?.state).toBe('not-read')
  expect(readPair(instrument('USDRUB_TOM'), makeDetails({ type: 'FUTURES', quoteCurrency: 'RUB' }))?.state).toBe(
    'other-currency',
  )
})

test('units come from the name or from a convention that holds on every market, never from the lot size', () => {
  const unitsOf = (ticker: string, name: string) => readPair(instrument(ticker), details('RUB', name))?.units
  expect(unitsOf('KZTRUB_TOM', 'Казахстанский тенге (100)')).toBe(100)
  expect(unitsOf('JPYRUB_TOM', 'Roubles per 100 yen')).toBe(100)
  expect(unitsOf('AMDRUB_TOM', 'Рублей за 1000 драмов')).toBe(1000)
  expect(unitsOf('JPYRUB_TOM', 'Японская иена')).toBeNull()
  expect(unitsOf('TRYRUB_TOM', 'Турецкая лира (2026)')).toBeNull()
  expect(unitsOf('CNYRUB_TOM', 'Китайский юань')).toBe(1)
})
