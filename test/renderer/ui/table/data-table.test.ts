import { createRawSnippet } from 'svelte'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compareDecimals } from '#renderer/lib/sorting.ts'
import DataTable from '#renderer/ui/table/DataTable.svelte'
import { TableState, type Column } from '#renderer/ui/table/table-state.svelte.ts'
import type { Decimal } from '#shared/decimal.ts'
import { dec } from '../../fixtures/data.ts'
import { mountInApp, type Mounted } from '../../fixtures/page/mount.ts'

interface Row {
  readonly name: string
  readonly value: Decimal | null
}

const text = (read: (row: Row) => string) =>
  createRawSnippet<[Row]>((row) => ({ render: () => `<span>${read(row())}</span>` }))
const columns: Column<Row>[] = [
  { key: 'name', title: 'Name', sort: (a, b) => a.name.localeCompare(b.name), cell: text(({ name }) => name) },
  {
    key: 'value',
    title: 'Value',
    align: 'end',
    sort: (a, b) => compareDecimals(a.value, b.value),
    cell: text(({ value }) => value ?? '—'),
  },
  { key: 'note', title: 'Note', hideBelow: 600, cell: text(() => 'note') },
  { key: 'kind', title: 'Kind', foldBelow: 400, cell: text(() => 'kind') },
]
const rows: Row[] = [
  { name: 'b', value: dec('9') },
  { name: 'c', value: null },
  { name: 'a', value: dec('-10.5') },
  { name: 'd', value: dec('100') },
]

let page: Mounted
let opened: string[]
beforeEach(async () => {
  opened = []
  page = await mountInApp(DataTable as never, {
    rows,
    columns,
    rowKey: (row: Row) => row.name,
    label: 'Things',
    name: 'things',
    onopen: (row: Row) => opened.push(row.name),
  })
})
afterEach(() => page.end())

const names = () => [...page.target.querySelectorAll('tbody tr')].map((row) => row.children[0]?.textContent)
const head = (title: string) =>
  [...page.target.querySelectorAll('th')].find((cell) => cell.textContent.includes(title)) ?? expect.fail(title)
const press = async (key: string, target: Element | null = document.activeElement) => {
  target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  await page.settle()
}
const focused = () => document.activeElement?.children[0]?.textContent

test('the Tab key reaches one row, and arrow keys move from there', async () => {
  const tabStops = () => [...page.target.querySelectorAll('tbody tr[tabindex="0"]')]
  expect(tabStops().length).toBe(1)
  page.find('tbody tr').focus()
  const walk: (string | null | undefined)[] = []
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'End', 'ArrowDown', 'Home', 'ArrowUp', 'PageDown']) {
    await press(key)
    walk.push(focused())
  }
  expect(walk).toEqual(['c', 'a', 'c', 'd', 'd', 'b', 'b', 'd'])
  expect(tabStops()).toEqual([document.activeElement])
})

test('Enter opens the row that has the focus', async () => {
  page.find('tbody tr').focus()
  await press('ArrowDown')
  await press('Enter')
  expect(opened).toEqual(['c'])
})

test('a first click sorts names ascending and numbers descending, unknown values last; a second click reverses the order', async () => {
  expect(names()).toEqual(['b', 'c', 'a', 'd'])
  const click = async (title: string) => {
    head(title).querySelector('button')?.click()
    await page.settle()
  }
  await click('Name')
  expect([names(), head('Name').ariaSort ?? head('Name').getAttribute('aria-sort')]).toEqual([
    ['a', 'b', 'c', 'd'],
    'ascending',
  ])
  await click('Value')
  expect([names(), head('Value').getAttribute('aria-sort')]).toEqual([['d', 'b', 'a', 'c'], 'descending'])
  expect(head('Name').getAttribute('aria-sort')).toBe('none')
  await click('Value')
  expect(names()).toEqual(['c', 'a', 'b', 'd'])
  expect(head('Note').hasAttribute('aria-sort')).toBe(false)
})

test('the focus stays on its row when sorting moves the row', async () => {
  page.find('tbody tr').focus()
  await press('End')
  head('Value').querySelector('button')?.click()
  await page.settle()
  expect(page.target.querySelector('tbody tr[tabindex="0"]')?.children[0]?.textContent).toBe('d')
})

const makeTable = (name: string) =>
  new TableState<Row>({
    ...{ name, rows: () => rows, columns: () => columns, rowKey: (row) => row.name, sort: () => null },
    setSort: () => expect.fail(),
  })
const shownBy = (table: TableState<Row>) => [table.columns, table.folded].map((some) => some.map(({ key }) => key))

test('a column is hidden while the table is too narrow for it', () => {
  const table = makeTable('narrow')
  const shown = () => shownBy(table)
  table.fit.width = 399
  expect(shown()).toEqual([['name', 'value'], ['kind']])
  table.fit.width = 599
  expect(shown()).toEqual([['name', 'value', 'kind'], []])
  table.fit.width = 600
  expect(shown()).toEqual([['name', 'value', 'note', 'kind'], []])
})

test('two measurements at once hide one column, not two', async () => {
  const table = makeTable('twice')
  Object.assign(table.fit, { width: 620, contentWidth: 630 })
  // What is on screen follows a moment later.
  let drawn = 4
  const measure = () => {
    queueMicrotask(() => (drawn = table.columns.length))
    return drawn > 3 ? 630 : 620
  }
  await Promise.all([table.fitColumns(measure), table.fitColumns(measure)])
  expect(shownBy(table)).toEqual([['name', 'value', 'kind'], []])
})

test('columns that did not fit fold and hide earlier, also after the table is built again, until it is wider', async () => {
  const measure = (table: TableState<Row>, width: number, contentWidth: number) => {
    Object.assign(table.fit, { width, contentWidth })
    // The columns fit after one is gone.
    const widths = [contentWidth, width]
    return table.fitColumns(() => widths.shift() ?? width)
  }
  const table = makeTable('cramped')
  await measure(table, 640, 640)
  expect(shownBy(table)).toEqual([['name', 'value', 'note', 'kind'], []])
  await measure(table, 620, 630)
  expect(shownBy(table)).toEqual([['name', 'value', 'kind'], []])
  // The columns that are left fit: the others do not come back by that.
  await measure(table, 620, 620)
  expect([shownBy(table)[0], table.fit.isCramped]).toEqual([['name', 'value', 'kind'], false])
  const again = makeTable('cramped')
  expect(shownBy(again)).toEqual([['name', 'value', 'kind'], []])
  await measure(again, 480, 480)
  expect(shownBy(again)).toEqual([['name', 'value', 'kind'], []])
  await measure(again, 621, 621)
  expect(shownBy(again)).toEqual([['name', 'value', 'note', 'kind'], []])
})
