import { expect, test } from 'vitest'
import { inLanguage } from '#shared/language.ts'
import { titleOf, wordsOf } from '#shared/text/service-words.ts'
import { isKnownValue, knownValues, type EnumerationName } from '#shared/text/service/known-values.ts'

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

test.each([
  ['CLOSING_AUCTION', 'Closing auction', 'Аукцион закрытия'],
  ['SESSION_TYPE_CLOSING_AUCTION', 'Closing auction', 'Аукцион закрытия'],
  ['FORTS', 'Derivatives account', 'Счёт срочного рынка'],
  ['ACCOUNT_TYPE_MCT', 'Account at US markets', 'Счёт на рынках США'],
  ['MC', 'Cash position account', 'Счёт с денежной позицией'],
  ['UNION', 'Unified account', 'Единый счёт'],
  ['ACCOUNT_ACTIVE', 'Active', 'Активен'],
  ['ACCOUNT_STATUS_ACTIVE', 'Active', 'Активен'],
  ['ACCOUNT_STATUS_BLOCKED', 'Blocked', 'Заблокирован'],
  ['ACCOUNT_CLOSED', 'Closed', 'Закрыт'],
])('%s is "%s" and "%s"', (value, english, russian) => {
  expect(titleOf(value, '—')).toBe(english)
  expect(inLanguage('ru', () => titleOf(value, '—'))).toBe(russian)
})

/** The prefix with which a screen shows an enumeration; these enumerations have their own words or are not shown. */
const prefixes: Partial<Record<EnumerationName, string>> = {
  ...{ orderStatus: 'ORDER_STATUS_', side: 'SIDE_', orderType: 'ORDER_TYPE_', timeInForce: 'TIME_IN_FORCE_' },
  ...{ stopCondition: 'STOP_CONDITION_', validBefore: 'VALID_BEFORE_', takeProfitSpread: 'TP_SPREAD_MEASURE_' },
  ...{ quoteLevel: 'QUOTE_LEVEL_', optionType: 'TYPE_' },
}
const otherwise: readonly string[] = ['priceType', 'longable', 'shortable', 'reportStatus', 'bookAction']
const worded = (Object.keys(knownValues) as EnumerationName[]).filter((name) => !otherwise.includes(name))

test.each(worded)('every known value of %s has words in both languages', (name) => {
  for (const value of knownValues[name]) {
    expect(inLanguage('ru', () => wordsOf(value, prefixes[name]))).toMatch(/^[а-яё :,-]+( США)?$/i)
    expect(wordsOf(value, prefixes[name])).not.toMatch(/[_А-Яа-я]/)
  }
})

test('a value that was never seen is not known, with or without a prefix', () => {
  expect(isKnownValue('sessionType', 'CLOSING_AUCTION')).toBe(true)
  expect(isKnownValue('sessionType', 'SESSION_TYPE_CLOSING_AUCTION')).toBe(true)
  expect(isKnownValue('sessionType', 'SESSION_TYPE_LUNCH')).toBe(false)
  expect(isKnownValue('accountType', 'CORE_TRADING')).toBe(false)
  expect(isKnownValue('accountType', '')).toBe(true)
})
