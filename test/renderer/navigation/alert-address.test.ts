import { expect, test } from 'vitest'
import { newAlertHref, newAlertOf } from '#renderer/navigation/alert-address.ts'
import { dec } from '../fixtures/data.ts'

test('the address of a new alert is read back with all its parts', () => {
  const options = { kind: 'price', price: dec('250.5'), direction: 'below', accountId: 'TRQD05:1' } as const
  expect(newAlertOf(newAlertHref('SBER@MISX', options))).toEqual({ symbol: 'SBER@MISX', ...options })
  expect(newAlertOf(newAlertHref('A&B@X'))).toEqual({
    ...{ symbol: 'A&B@X', kind: 'price', price: null, direction: 'above', accountId: null },
  })
})

test('an address of another screen, with an unknown kind or without an instrument opens no alert', () => {
  expect(newAlertOf('#/alerts')).toBeNull()
  expect(newAlertOf('#/orders?new=price&symbol=A%40X')).toBeNull()
  expect(newAlertOf('#/alerts?new=rain&symbol=A%40X')).toBeNull()
  expect(newAlertOf('#/alerts?new=price')).toBeNull()
})
