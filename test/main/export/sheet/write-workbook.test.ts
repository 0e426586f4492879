import readWorkbook, { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { writeWorkbook } from '#main/export/sheet/write-workbook.ts'
import { tableOf, type Cell, type ColumnKind, type ExportTable } from '#main/export/tables/table.ts'

const table = (name: string, kinds: readonly ColumnKind[], rows: readonly (readonly Cell[])[]): ExportTable =>
  tableOf<readonly Cell[]>(
    { name, about: '' },
    kinds.map((kind, index) => [`${kind}_${index}`, kind, '', (row) => row[index]]),
    () => [rows],
  )

async function write(tables: readonly ExportTable[], sheetRows?: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  await writeWorkbook(tables, {
    ...{ append: async (data) => void parts.push(data), onRows: async () => undefined },
    ...(sheetRows === undefined ? {} : { sheetRows }),
  })
  return Buffer.concat(parts)
}

test('another program reads numbers as numbers, times as times, text as text, and unknown values as empty', async () => {
  const at = Date.UTC(2026, 1, 3, 4, 5, 6)
  const file = await write([
    table(
      't',
      ['number', 'number', 'time', 'text', 'text'],
      [
        ['-1234.5', '0.000001', at, 'Сбербанк & <b>', null],
        ['0', '100', Date.UTC(1899, 0, 1), ' spaces ', 'x'],
      ],
    ),
  ])
  expect(await readSheet(file)).toEqual([
    ['number_0', 'number_1', 'time_2', 'text_3', 'text_4'],
    [-1234.5, 0.000001, new Date(at), 'Сбербанк & <b>', null],
    [0, 100, '1899-01-01T00:00:00.000Z', expect.stringContaining('spaces'), 'x'],
  ])
})

test('a number with too many digits for a spreadsheet is text with all digits', async () => {
  const file = await write([
    table('t', ['number'], [['1234567890123456.78'], ['123456789012.345'], ['-0.1234567890123456']]),
  ])
  const values = (await readSheet(file)).slice(1).flat()
  expect(values).toEqual(['1234567890123456.78', 123456789012.345, '-0.1234567890123456'])
})

test('text that looks like a formula, an escape or a control sequence stays text', async () => {
  const rows = [
    ['=1+1'],
    ['+7'],
    ['@SUM(A1)'],
    ['_x0041_'],
    ['a\u0000\u001Bb'],
    ['\uD800x'],
    ['12'],
    ['a\u202Egnp.exe\u2066'],
  ]
  const values = (await readSheet(await write([table('t', ['text'], rows)]))).slice(1).flat()
  expect(values.slice(0, 3)).toEqual(['=1+1', '+7', '@SUM(A1)'])
  expect(values.slice(4)).toEqual(['ab', 'x', '12', 'agnp.exe'])
})

test('each table has a sheet, and rows beyond the end of a sheet are on the next one', async () => {
  const rows = Array.from({ length: 5 }, (_, index) => [String(index)])
  const file = await write([table('many', ['number'], rows), table('none', ['number'], [])], 3)
  const sheets = await readWorkbook(file)
  expect(sheets.map(({ sheet, data }) => [sheet, data.slice(1).flat()])).toEqual([
    ['many', [0, 1]],
    ['many 2', [2, 3]],
    ['many 3', [4]],
    ['none', []],
  ])
})
