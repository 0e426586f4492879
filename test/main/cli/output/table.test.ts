import { expect, test } from 'vitest'
import { amount, detail, key, profit, text, withoutAmounts } from '#main/cli/output/column.ts'
import { table, turnedTable, type TableStyle } from '#main/cli/output/table.ts'
import { cutText, textWidth } from '#main/cli/output/terminal-text.ts'

interface Row {
  readonly symbol: string
  readonly name: string | null
  readonly value: string | null
}

const columns = [
  key<Row>('symbol', ({ symbol }) => symbol),
  text<Row>('long_name', ({ name }) => name),
  profit<Row>('value', ({ value }) => value),
  detail(amount<Row>('again', ({ value }) => value)),
]
const rows: readonly Row[] = [
  { symbol: 'SBER@MISX', name: 'Сбербанк России, обыкновенные акции', value: '-12345.678' },
  { symbol: 'A', name: null, value: null },
]
const plain: TableStyle = { hasColour: false, width: null, palette: 'green-red' }

async function show(style: TableStyle, shown = columns): Promise<string[]> {
  const parts: string[] = []
  for await (const part of table(shown, [rows], style)) parts.push(part)
  return parts.join('').trimEnd().split('\n')
}

test('without a terminal nothing is cut, and figures are aligned to the right', async () => {
  expect(await show(plain)).toEqual([
    'Symbol     Long name                                 Value       Again',
    'SBER@MISX  Сбербанк России, обыкновенные акции  -12345.678  -12345.678',
    'A          —                                             —           —',
  ])
})

test('in a narrow terminal details are dropped first, then text is cut; figures and symbols are always complete', async () => {
  for (const width of [36, 40, 44]) {
    const lines = await show({ ...plain, width })
    expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(width)
    expect(lines[0]).not.toContain('Again')
    expect(lines[1]).toMatch(/^SBER@MISX .*… +-12345\.678$/)
  }
})

test('if the figures do not fit either, each row is a block of lines without details', async () => {
  expect(await show({ ...plain, width: 20 })).toEqual([
    ...['Symbol     SBER@MISX', 'Long name  Сбербанк России, обыкновенные акции', 'Value      -12345.678', ''],
    ...['Symbol     A', 'Long name  —', 'Value      —'],
  ])
  const coloured = (await show({ ...plain, width: 20, hasColour: true })).join('\n')
  expect(coloured).toContain('\u001b[1mValue    \u001b[22m  \u001b[31m-12345.678')
  expect((await show({ ...plain, width: 20 }, withoutAmounts(columns))).join('\n')).not.toContain('12345')
})

test('gains and losses have the colours of the palette; unknown and hidden values are dim', async () => {
  expect((await show({ ...plain, hasColour: true }))[1]).toContain('\u001b[31m-12345.678')
  expect((await show({ ...plain, hasColour: true, palette: 'blue-orange' }))[1]).toContain('\u001b[33m-12345.678')
  const hidden = await show({ ...plain, hasColour: true }, withoutAmounts(columns))
  expect(hidden[1]).toMatch(new RegExp(`\u001b\\[2m +•••`))
  expect(hidden[1]).not.toContain('12345')
  expect(hidden[2]).toContain('—')
})

test('a long list is written before all of it is read', async () => {
  let rowCount = 0
  function* batches(): Generator<readonly Row[]> {
    for (; rowCount < 10_000; rowCount += 100) yield Array.from({ length: 100 }, () => rows[0]!)
  }
  const parts = table(columns, batches(), plain)
  await parts.next()
  expect(rowCount).toBeLessThan(500)
  let lines = 0
  for await (const part of parts) lines += part.split('\n').length - 1
  expect(lines).toBe(10_000)
})

test('a few rows with many figures are shown as columns', async () => {
  const parts: string[] = []
  for await (const part of turnedTable(columns, rows, plain)) parts.push(part)
  expect(parts[2]).toBe('Value                               -12345.678  —\n')
})

test('wide and combining characters are counted by their width', () => {
  expect(textWidth('腾讯')).toBe(4)
  expect(textWidth('e\u0301')).toBe(1)
  expect(cutText('腾讯控股', 5)).toBe('腾讯…')
  expect(cutText('abc', 3)).toBe('abc')
})
