import { expect, test } from 'vitest'
import { titleOf, wordsOf } from '../../../src/shared/text/service-words.ts'

test('known names of the service are plain words', () => {
  expect(wordsOf('ORDER_STATUS_DENIED_BY_BROKER', 'ORDER_STATUS_')).toBe('rejected by the broker')
  expect(wordsOf('TIME_IN_FORCE_GOOD_TILL_CANCEL', 'TIME_IN_FORCE_')).toBe('until cancelled')
  expect(titleOf('CORE_TRADING', '—')).toBe('Main session')
})

test('an unknown name stays recognisable, and a missing name gives the default text', () => {
  expect(wordsOf('ORDER_STATUS_LATER_ON', 'ORDER_STATUS_')).toBe('later on')
  expect(titleOf('WARRANTS', '—')).toBe('Warrants')
  expect(titleOf(null, '—')).toBe('—')
})

test('a short name that several enumerations share has the text of its own enumeration', () => {
  expect(wordsOf('TIME_IN_FORCE_DAY', 'TIME_IN_FORCE_')).toBe('today')
  expect(wordsOf('DAY')).toBe('day')
})
