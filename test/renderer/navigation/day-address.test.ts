import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayAddressOf, dayHref } from '#renderer/navigation/day-address.ts'
import { screenOf } from '#renderer/navigation/router.svelte.ts'

const date = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((each) => each.toISOString().slice(0, 10))

test('every address of a day survives the round trip', () => {
  fc.assert(
    fc.property(
      fc.record({
        date: fc.option(date),
        knowledge: fc.constantFrom('now' as const, 'then' as const),
        from: fc.option(date),
        symbol: fc.option(fc.string({ minLength: 1, unit: 'grapheme' })),
      }),
      (address) => {
        const hash = dayHref(address)
        expect(dayAddressOf(hash)).toEqual(address)
        expect(screenOf(hash)).toBe('day')
      },
    ),
  )
})

test('an address without a valid date means today', () => {
  expect(['#/day', '#/day/', '#/day/tomorrow', '#/day/2026-13-45'].map((hash) => dayAddressOf(hash).date)).toEqual([
    ...[null, null, null, null],
  ])
})
