import { expect, test } from 'vitest'
import { levelOf } from '#renderer/instrument/market/price-line.ts'
import { dec } from '../../fixtures/data.ts'

const drawn = [100, null, 110].map((y) => ({ y }))

test('a level near the prices is drawn along the whole axis', () => {
  expect(levelOf(dec('92.5'), drawn)).toEqual({ y: 92.5, from: -Infinity })
  expect(levelOf(dec('119'), drawn)?.y).toBe(119)
})

test('a level far from the prices would flatten them and is not drawn', () => {
  expect(levelOf(dec('60'), drawn)).toBeNull()
  expect(levelOf(dec('121'), drawn)).toBeNull()
})

test('without prices or without a level nothing is drawn', () => {
  expect(levelOf(dec('100'), [])).toBeNull()
  expect(levelOf(null, drawn)).toBeNull()
})
