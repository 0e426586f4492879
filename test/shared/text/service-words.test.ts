import { expect, test } from 'vitest'
import { titleOf, wordsOf } from '../../../src/shared/text/service-words.ts'

test('known names of the service are plain words', () => {
  expect(wordsOf('ORDER_STATUS_DENIED_BY_BROKER', 'ORDER_STATUS_')).toBe('rejected by the broker')
  expect(wordsOf('TIME_IN_FORCE_GOOD_TILL_CANCEL', 'TIME_IN_FORCE_')).toBe('until cancelled')
  expect(titleOf('CORE_TRADING', '—')).toBe('Main session')
})

test('an unknown name stays recognisable, and nothing sent is the given text', () => {
  expect(wordsOf('ORDER_STATUS_LATER_ON', 'ORDER_STATUS_')).toBe('later on')
  expect(titleOf('WARRANTS', '—')).toBe('Warrants')
  expect(titleOf(null, '—')).toBe('—')
})

test('the same short name in several enumerations keeps the meaning of its own', () => {
  expect(wordsOf('TIME_IN_FORCE_DAY', 'TIME_IN_FORCE_')).toBe('today')
  expect(wordsOf('DAY')).toBe('day')
})
