import { tick } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PageRows } from '#renderer/ui/table/page-rows.svelte.ts'
import '../../fixtures/page/dom.ts'

const count = 1_000
let layout = $state('')
/** The sizes that a browser gives the rendered rows, px. */
let rowHeights: readonly number[]
let cellPx: number
let rows: PageRows<number>
let end: (() => void) | undefined

beforeEach(() => {
  layout = 'wide'
  rowHeights = [40]
  cellPx = 100
  vi.stubGlobal('innerHeight', 400)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(() => cellPx)
  vi.spyOn(HTMLTableRowElement.prototype, 'offsetHeight', 'get').mockImplementation(function (
    this: HTMLTableRowElement,
  ) {
    return rowHeights[this.sectionRowIndex % rowHeights.length] ?? expect.fail()
  })
  const all = Array.from({ length: count }, (_, index) => index)
  rows = new PageRows(
    () => all,
    () => 50,
    () => layout,
  )
  const body = document.body.appendChild(document.createElement('table')).createTBody()
  for (let index = 0; index < 20; index++) {
    const row = body.insertRow()
    row.setAttribute('aria-rowindex', `${index + 2}`)
    row.insertCell()
  }
  end = rows.follow(body)
})
afterEach(() => {
  end?.()
  document.body.replaceChildren()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const scroll = () => document.dispatchEvent(new Event('scroll'))
/** The height that is assumed for a row that is not rendered. */
const rowPx = () => rows.belowPx / (count - rows.rows.length)

test('a column keeps its greatest width while other rows are rendered', () => {
  expect(rows.widthOf(0)).toBe('100px')
  cellPx = 130
  scroll()
  expect(rows.widthOf(0)).toBe('130px')
  cellPx = 90
  scroll()
  expect(rows.widthOf(0)).toBe('130px')
})

test('in another layout a column forgets its width, and is measured without it', async () => {
  layout = 'narrow'
  expect(rows.widthOf(0)).toBeUndefined()
  cellPx = 60
  dispatchEvent(new Event('resize'))
  expect(rows.widthOf(0)).toBeUndefined()
  await tick()
  expect(rows.widthOf(0)).toBe('60px')
})

test('the space for other rows follows the mean height, but not small differences between rendered rows', async () => {
  expect(rowPx()).toBe(40)
  rowHeights = [40, 48]
  scroll()
  expect(rowPx()).toBe(40)
  rowHeights = [40, 56]
  scroll()
  expect(rowPx()).toBe(48)
  rowHeights = [44, 52, 52]
  layout = 'narrow'
  dispatchEvent(new Event('resize'))
  await tick()
  expect(rowPx()).toBeCloseTo(49.2, 1)
})
