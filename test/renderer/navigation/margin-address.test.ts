import { expect, test } from 'vitest'
import { marginHash, marginSettingsOf } from '#renderer/navigation/margin-address.ts'
import type { PriceShock } from '#shared/model/margin.ts'
import { dec } from '../fixtures/data.ts'

const shocks: PriceShock[] = [
  { by: 'type', key: 'BONDS', percent: dec('-10') },
  { by: 'type', key: 'BONDS', currency: 'RUB', percent: dec('-10') },
  { by: 'all', key: null, percent: dec('2.5') },
]

test('an account and moves are written into the address and read from it', () => {
  const hash = marginHash({ accountId: 'TRQD05:989213', shocks })
  expect(marginSettingsOf(hash)).toEqual({ accountId: 'TRQD05:989213', shocks })
  expect(marginHash({})).toBe('#/margin')
})

test('unknown parts of an address are ignored', () => {
  expect(marginSettingsOf('#/margin?move=type:BONDS:-101&move=weather:RAIN:3&move=all::x&move=type::-5')).toEqual({
    accountId: null,
    shocks: [],
  })
  expect(marginSettingsOf('#/orders?account=7')).toBeNull()
  expect(marginSettingsOf('#/margin')).toBeNull()
})
