import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  hashOf,
  viewSettingsOf,
  defaultViewSettings,
  type ViewSettings,
} from '#renderer/navigation/transactions-address.ts'
import { type FilterCondition, TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import { dec } from '../fixtures/data.ts'

const text = (max: number) => fc.string({ unit: 'grapheme', maxLength: max }).filter((value) => value.length <= max)
const isNot = fc.boolean()
const instant = fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 })
const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.nat(9))
  .map(([units, places]) => dec(`${units}e-${places}`))
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const conditions: fc.Arbitrary<FilterCondition> = fc.oneof(
  fc.record({
    field: fc.constantFrom('account', 'kind', 'category', 'symbol', 'mic', 'currency'),
    values: fc.array(text(40), { minLength: 1, maxLength: 5 }),
    isNot,
  }),
  fc.record({ field: fc.constant('period' as const), from: orNull(instant), to: orNull(instant), isNot }),
  fc.record({
    field: fc.constant('period' as const),
    from: fc.constant(null),
    to: fc.constant(null),
    preset: fc.constantFrom('today' as const, 'month' as const, 'last-year' as const),
    isNot,
  }),
  fc.record({ field: fc.constant('amount' as const), min: orNull(decimal), max: orNull(decimal), isNot }),
  fc.record({ field: fc.constant('trade' as const), isNot }),
)
const viewSettings: fc.Arbitrary<ViewSettings> = fc.record({
  filter: fc.record({
    conditions: fc.uniqueArray(conditions, { maxLength: 8, selector: ({ field, isNot: not }) => `${field} ${not}` }),
    text: text(200),
  }),
  direction: fc.constantFrom('newest', 'oldest'),
})

test('view settings survive the round trip through the address', () => {
  fc.assert(
    fc.property(viewSettings, (settings) => {
      // A browser stores the hash in this form.
      const { hash } = new URL(hashOf(settings), 'http://127.0.0.1')
      expect(viewSettingsOf(hash)).toEqual(settings)
    }),
  )
})

test('the filter read from any address satisfies the contract', () => {
  const key = fc.constantFrom(
    'account',
    'not.symbol',
    'period',
    'not.period',
    'amount',
    'trade',
    'q',
    'order',
    'period2',
    '__proto__',
  )
  const value = fc.oneof(
    fc.string({ maxLength: 600 }),
    fc.constantFrom('..', '1..', '..-5', '1e9..', '99999999999999999..', 'a..b', '1.5..2'),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(key, value), { maxLength: 12 }), (pairs) => {
      const { filter } = viewSettingsOf(`#/transactions?${new URLSearchParams(pairs).toString()}`)
      expect(TransactionFilter.safeParse(filter).success).toBe(true)
    }),
  )
})

test('the bare address shows all transactions, newest first', () => {
  expect(viewSettingsOf('#/transactions')).toEqual(defaultViewSettings)
  expect(hashOf(defaultViewSettings)).toBe('#/transactions')
  expect(viewSettingsOf('#/overview?q=1')).toEqual(defaultViewSettings)
})
