import { expect, test } from 'vitest'
import { exactPlaces, figuresOf, groupFigures, keyOf, suggestedOpening } from '#renderer/reconciliation/figures.ts'
import { dec } from '../fixtures/data.ts'
import { reconciliations } from '../fixtures/ledger.ts'

const figures = reconciliations(0).flatMap(figuresOf).slice(0, 5)
const keys = (group: Parameters<typeof groupFigures>[0]) => group.map(keyOf)

test('figures are grouped: they agree, differ, differ by rounding only, or are unknown', () => {
  const [first, ...others] = figures
  const groups = groupFigures([{ ...first!, replayed: null, difference: null }, ...others])
  expect(keys(groups.different)).toEqual(['MSFT@XNGS', 'money USD'])
  expect(keys(groups.rounded)).toEqual(['VWCE@XETR'])
  expect(keys(groups.agreed)).toEqual(['money EUR'])
  expect(keys(groups.unknown)).toEqual(['AAPL@XNGS'])
})

test('the suggested opening balance removes the difference and includes the entered opening balance', () => {
  const microsoft = figures[1]!
  expect(suggestedOpening(microsoft)).toBe('20')
  expect(suggestedOpening({ ...microsoft, opening: dec('5') })).toBe('25')
  expect(suggestedOpening({ ...microsoft, difference: null })).toBeNull()
})

test('amounts keep all their decimal places, and money has at least two', () => {
  expect(exactPlaces(dec('0.005'), 'USD')).toBe(3)
  expect(exactPlaces(dec('12'), 'USD')).toBe(2)
  expect(exactPlaces(dec('12'), null)).toBe(0)
  expect(exactPlaces(null, null)).toBe(0)
})
