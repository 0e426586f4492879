import { expect, test } from 'vitest'
import { csvHeader, csvRows, type Cell, type Column } from '#main/export/tables/table.ts'

const columns: Column[] = [
  { name: 'amount', kind: 'number', about: '' },
  { name: 'time', kind: 'time', about: '' },
  { name: 'name', kind: 'text', about: '' },
]
const rows: Cell[][] = [
  ['-1234.50', Date.UTC(2026, 0, 2), '=cmd()'],
  [null, null, 'a "b", c; d\nе'],
  ['7', 0, '-5'],
]

test('a comma file has decimal points, and text that looks like a formula is not a formula', () => {
  const style = { separator: ',', decimalMark: '.' } as const
  expect(csvHeader({ columns }, style) + csvRows(columns, rows, style)).toBe(
    'amount,time,name\r\n-1234.50,2026-01-02T00:00:00.000Z,\'=cmd()\r\n,,"a ""b"", c; d\nе"\r\n7,1970-01-01T00:00:00.000Z,-5\r\n',
  )
})

test('a semicolon file with decimal commas has numbers that a spreadsheet with such a locale reads, also negative numbers', () => {
  const style = { separator: ';', decimalMark: ',' } as const
  expect(csvRows(columns, rows.slice(0, 1), style)).toBe("-1234,50;2026-01-02T00:00:00.000Z;'=cmd()\r\n")
  expect(csvRows(columns, rows.slice(0, 1), { separator: ',', decimalMark: ',' })).toContain('"-1234,50",')
})
