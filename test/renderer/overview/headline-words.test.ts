import { expect, test } from 'vitest'
import { lineLength, longestAmount, sumFigure } from '#renderer/overview/headline/headline-words.ts'
import type { ConvertedSum } from '#shared/model/currency.ts'
import { createFormat } from '#shared/text/format.ts'
import { dec, money } from '../fixtures/data.ts'

const format = createFormat({ locale: 'en-GB' })

test('positions that a sum does not include are counted once and named with the reason', () => {
  const sum: ConvertedSum = {
    ...{ currency: 'RUB', amount: dec('5'), parts: [], rates: [], missing: ['Swiss', 'Future'] },
    notConverted: [{ ...money('CHF', '7'), problem: 'no-instrument', names: ['Swiss'] }],
  }
  const figure = sumFigure(sum, format)
  expect(figure.note).toBe('2 positions not included')
  expect(figure.detail).toContain('no instrument of the service prices this currency: Swiss')
  expect(figure.detail).toContain('Unknown, therefore not included: Swiss, Future')
})

test('a large count has the number format of the user', () => {
  const missing = Array.from({ length: 1_234 }, (_, index) => `Instrument ${index}`)
  const sum = { currency: 'RUB', amount: dec('5'), parts: [], rates: [], notConverted: [], missing }
  expect(sumFigure(sum, format).note).toBe('1,234 positions not included')
  expect(sumFigure(sum, createFormat({ locale: 'de-DE' })).note).toBe('1.234 positions not included')
})

test('a line is as long as its amount, the arrow of a change, and its smaller percentage', () => {
  const figure = { amounts: [money('RUB', '-4409.22')], parts: [], note: null, detail: null }
  expect(lineLength({ ...figure, amounts: [money('RUB', '4409.22')] }, false, undefined, format)).toBe(
    '4,409.22 RUB'.length,
  )
  expect(lineLength(figure, true, undefined, format)).toBe('▲ -4,409.22 RUB'.length)
  expect(lineLength(figure, true, dec('-0.12'), format)).toBeCloseTo(
    '▲ -4,409.22 RUB'.length + 0.8 * ' ▲ -0.12%'.length,
  )
  expect(lineLength({ ...figure, amounts: [] }, false, undefined, format)).toBe(1)
})

test('the longest amount of some figures is among their totals and their parts', () => {
  const figure = { amounts: [money('RUB', '4409.22')], parts: [money('USD', '1551803.12')], note: null, detail: null }
  expect(longestAmount([figure, { ...figure, parts: [] }], format)).toBe('1,551,803.12 USD'.length)
  expect(longestAmount([], format)).toBe(0)
})
