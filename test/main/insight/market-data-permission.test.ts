import { expect, test } from 'vitest'
import { marketAccess, micOf } from '../../../src/main/insight/market-data-permission.ts'

const permit = (over: {
  quoteLevel?: string
  delayMinutes?: number
  mic?: string
  isWorldwide?: boolean
  country?: string
}) => ({
  quoteLevel: 'QUOTE_LEVEL_DEPTH_OF_MARKET',
  delayMinutes: 0,
  mic: '',
  country: '',
  continent: '',
  isWorldwide: false,
  ...over,
})
const forbidden = 'QUOTE_LEVEL_ACCESS_FORBIDDEN'

test('a permission that names the market decides, else a worldwide one', () => {
  const both = [permit({ isWorldwide: true, delayMinutes: 15 }), permit({ mic: 'XNGS', delayMinutes: 1 })]
  expect(marketAccess(both, 'XNGS')).toEqual({ delayMinutes: 1, isForbidden: false })
  expect(marketAccess(both, 'MISX')).toEqual({ delayMinutes: 15, isForbidden: false })
})

test('where nothing speaks of the market the delay is unknown, not zero', () => {
  expect(marketAccess([], 'XNGS')).toEqual({ delayMinutes: null, isForbidden: false })
  expect(marketAccess([permit({ country: 'US' })], 'XNGS')).toEqual({ delayMinutes: null, isForbidden: false })
})

test('a market that is forbidden stays so under a worldwide permission', () => {
  const list = [permit({ isWorldwide: true }), permit({ mic: 'XNGS', quoteLevel: forbidden })]
  expect(marketAccess(list, 'XNGS')).toEqual({ delayMinutes: null, isForbidden: true })
})

test('of several levels of one market the best counts', () => {
  const list = [
    permit({ mic: 'XNGS', delayMinutes: 15 }),
    permit({ mic: 'XNGS', delayMinutes: 5 }),
    permit({ mic: 'XNGS', quoteLevel: forbidden }),
  ]
  expect(marketAccess(list, 'XNGS')).toEqual({ delayMinutes: 5, isForbidden: false })
})

test('the market is what follows the last @', () => {
  expect(micOf('A@B@MISX')).toBe('MISX')
  expect(micOf('SPX@#IDX')).toBe('#IDX')
})
