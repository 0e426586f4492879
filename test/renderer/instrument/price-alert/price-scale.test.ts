import { expect, test } from 'vitest'
import { pixelOf, priceAt, readPrice, stepOf, toStep } from '#renderer/instrument/price-alert/price-scale.ts'
import { dec } from '../../fixtures/data.ts'

const scale = { top: 10, bottom: 110, right: 500, min: 100, max: 200 }

test('each price has a position on the chart, and each position has a price', () => {
  expect([200, 150, 100].map((price) => pixelOf(price, scale))).toEqual([10, 60, 110])
  expect([10, 60, 110].map((pixel) => priceAt(pixel, scale))).toEqual([200, 150, 100])
})

test('a price outside the chart has no position; a position outside the chart has the price of the edge', () => {
  expect([pixelOf(99, scale), pixelOf(201, scale), pixelOf(1, { ...scale, max: 100 })]).toEqual([null, null, null])
  expect([priceAt(-50, scale), priceAt(500, scale)]).toEqual([200, 100])
})

test('a dragged price is an exact multiple of the price step, and never zero', () => {
  expect(toStep(240.583, stepOf(2, dec('5')))).toBe('240.6')
  expect(toStep(0.1 + 0.2, stepOf(1, dec('1')))).toBe('0.3')
  expect(toStep(0.0001, stepOf(2, null))).toBe('0.01')
  expect([stepOf(null, null), stepOf(0, null), stepOf(3, dec('0'))]).toEqual(['0.01', '1', '0.001'])
})

test('a typed price may have a decimal comma; other text and zero are not prices', () => {
  expect([readPrice(' 240,5 '), readPrice('240.50')]).toEqual(['240.5', '240.5'])
  expect([readPrice(''), readPrice('abc'), readPrice('0'), readPrice('-3')]).toEqual([null, null, null, null])
})
