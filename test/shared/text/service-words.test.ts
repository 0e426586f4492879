import { expect, test } from 'vitest'
import { inLanguage } from '../../../src/shared/language.ts'
import { titleOf, wordsOf } from '../../../src/shared/text/service-words.ts'

test('known names of the service are plain words', () => {
  expect(wordsOf('ORDER_STATUS_DENIED_BY_BROKER', 'ORDER_STATUS_')).toBe('rejected by the broker')
  expect(wordsOf('TIME_IN_FORCE_GOOD_TILL_CANCEL', 'TIME_IN_FORCE_')).toBe('until cancelled')
  expect(titleOf('CORE_TRADING', '—')).toBe('Main session')
})

test.each([
  ['', 'CLOSED EARLY_TRADING OPENING_AUCTION CORE_TRADING CLEARING LATE_TRADING'],
  ['', 'COUPON AMORTIZATION OFFER PUT CALL'],
  ['', 'BUYBACK CALL_OPTION_EXERCISED DRAWINGS EARLY_CONVERSION MATURITY ORDINARY PUT_OPTION_EXERCISED TENDER_OFFER'],
  ['', 'OTHERS DEPOSIT WITHDRAW INCOME COMMISSION TAX INHERITANCE TRANSFER CONTRACT_TERMINATION OUTCOMES FINE LOAN'],
  ['', 'EQUITIES BONDS FUTURES FUNDS SPREADS CURRENCIES OPTIONS SWAPS INDICES OTHER'],
  ['TIME_IN_FORCE_', 'DAY GOOD_TILL_CANCEL GOOD_TILL_CROSSING EXT ON_OPEN ON_CLOSE IOC FOK'],
  ['VALID_BEFORE_', 'END_OF_DAY GOOD_TILL_CANCEL GOOD_TILL_DATE'],
])('the known names %s… of the service are in the language of the user', (prefix, names) => {
  for (const name of names.split(' '))
    expect(inLanguage('ru', () => wordsOf(prefix + name, prefix))).toMatch(/^[а-яё ,-]+$/i)
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
