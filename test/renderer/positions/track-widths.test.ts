import { expect, test } from 'vitest'
import { columnKeys } from '../../../src/renderer/positions/view/columns.ts'
import { fitColumns, minNamePx } from '../../../src/renderer/positions/view/track-widths.ts'
import { dec } from '../fixtures/data.ts'
import { positions } from '../fixtures/positions.ts'

const rows = positions(0)
const keysAt = (px: number) =>
  fitColumns(columnKeys, rows, px, false).flatMap(({ key, foldsDay }) => (foldsDay ? [key, 'day'] : key))

test('value, day and unrealized are shown at every width, and more width never hides a column', () => {
  expect(keysAt(250)).toEqual(['value', 'day', 'unrealized'])
  let before = keysAt(1)
  for (let px = 200; px < 3_000; px += 100) {
    const now = keysAt(px)
    expect(now).toEqual(expect.arrayContaining(before))
    before = now
  }
  expect(before).toContain('margin')
})

test('the columns that the user chose are all shown, in that order', () => {
  expect(fitColumns(['age', 'lots', 'value'], rows, 100, true).map(({ key }) => key)).toEqual(['age', 'lots', 'value'])
})

test('on a phone the profit of the day is below the value, so that both are in sight; chosen columns stay', () => {
  const tracksAt = (px: number) => fitColumns(columnKeys, rows, px, false)
  const narrow = tracksAt(273)
  expect(narrow.map(({ key, foldsDay }) => [key, foldsDay])).toEqual([
    ['value', true],
    ['unrealized', undefined],
  ])
  expect(minNamePx + (narrow[0]?.widthPx ?? 0)).toBeLessThanOrEqual(273)
  expect(tracksAt(560).some(({ foldsDay }) => foldsDay)).toBe(false)
  expect(tracksAt(560).map(({ key }) => key)).toContain('day')
  expect(fitColumns(['value', 'day'], rows, 273, true).map(({ key }) => key)).toEqual(['value', 'day'])
})

test('a column has room for its longest amount', () => {
  const widthOf = (value: string) =>
    fitColumns(['value'], [{ ...rows[0]!, value: dec(value) }], 0, true)[0]?.widthPx ?? 0
  expect(widthOf('-123456789012.5')).toBeGreaterThan(widthOf('123456.789'))
  expect(widthOf('1')).toBeGreaterThanOrEqual(96)
})

test('column widths do not change when sums grow, up to tens of millions', () => {
  const tracksOf = (value: string, result: string) => {
    const [amount, profit] = [dec(value), dec(result)]
    const row = { value: amount, valueInBase: amount, dailyPnl: profit, unrealizedPnl: profit }
    return fitColumns(columnKeys, [row], 1_000, false)
  }
  expect(tracksOf('12345678.9', '-1234567.8')).toEqual(tracksOf('91.2', '0.5'))
  expect(tracksOf('1234567890', '1')).toEqual(tracksOf('123456789012', '1'))
})

test('a narrow table reserves no space for longer sums', () => {
  const widthAt = (px: number) => fitColumns(['value'], [{ ...rows[0]!, value: dec('91.2') }], px, false)[0]?.widthPx
  expect(widthAt(344)).toBe(96)
  expect(widthAt(1_000)).toBeGreaterThan(96)
})
