import { expect, test } from 'vitest'
import { columnKeys } from '#renderer/positions/view/columns.ts'
import { fitColumns, neededPx } from '#renderer/positions/view/fit-columns.ts'
import { dec } from '../fixtures/data.ts'
import { positions } from '../fixtures/positions.ts'

const rows = positions(0)
const keysAt = (px: number) =>
  fitColumns(columnKeys, rows, px, false).flatMap(({ key, folded = [] }) => [key, ...folded])

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

test('where columns have no room, the day and then the unrealized profit are below the value; chosen columns stay', () => {
  const tracksAt = (px: number) => fitColumns(columnKeys, rows, px, false)
  const foldedAt = (px: number) => tracksAt(px).find(({ key }) => key === 'value')?.folded
  expect(tracksAt(273).map(({ key }) => key)).toEqual(['value'])
  expect(foldedAt(273)).toEqual(['day', 'unrealized'])
  const large = rows.map((row) => ({ ...row, value: dec('-123456789.12') }))
  for (const amounts of [rows, large])
    expect(neededPx(fitColumns(columnKeys, amounts, 273, false))).toBeLessThanOrEqual(273)
  const huge = rows.map((row) => ({ ...row, value: dec('-9876543210987.65'), unrealizedPnl: dec('-9876543210987.65') }))
  expect(neededPx(fitColumns(columnKeys, huge, 273, false), 273)).toBeLessThanOrEqual(273)
  expect(foldedAt(400)).toEqual(['day'])
  expect(tracksAt(400).map(({ key }) => key)).toEqual(['value', 'unrealized'])
  expect(foldedAt(560)).toBeUndefined()
  expect(tracksAt(560).map(({ key }) => key)).toContain('day')
  expect(fitColumns(['value', 'day'], rows, 273, true).map(({ key }) => key)).toEqual(['value', 'day'])
})

test('a value has room for a longer profit below it', () => {
  const row = { ...rows[0]!, value: dec('1'), unrealizedPnl: dec('-123456789.12') }
  const widthOf = (unrealizedPnl: string) =>
    fitColumns(columnKeys, [{ ...row, unrealizedPnl: dec(unrealizedPnl) }], 250, false)[0]?.widthPx ?? 0
  expect(widthOf('-123456789.12')).toBeGreaterThan(widthOf('-1.12'))
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
