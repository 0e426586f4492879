import { createRawSnippet, mount, unmount, type Component } from 'svelte'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { forgetViewStates } from '#renderer/lib/view-state/history-entries.ts'
import DataTable from '#renderer/ui/table/DataTable.svelte'
import type { Column } from '#renderer/ui/table/table-state.svelte.ts'
import { settle } from '../../fixtures/page/mount.ts'
import '../../fixtures/page/dom.ts'

const framePx = 300
/** What the content of the columns needs, px. */
let contentPx: [name: number, value: number]
/** The callbacks of all observers of sizes. */
const observers: (() => void)[] = []
let end = (): Promise<void> => Promise.resolve()

const minWidthOf = (head: HTMLElement) => parseInt(head.style.minInlineSize, 10) || 0
const heads = () => [...document.querySelectorAll<HTMLElement>('th')]
/** The widths that a browser gives the columns: those of their content and minimum, and equal parts of the free width. */
function columnWidths(): number[] {
  const needed = heads().map((head, place) => Math.max(contentPx[place] ?? 0, minWidthOf(head)))
  const freePx = Math.max(0, framePx - needed.reduce((sum, px) => sum + px, 0))
  return needed.map((px) => px + freePx / needed.length)
}

// The tables of all tests share one observer.
beforeAll(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #targets: Element[] = []
      constructor(report: (entries: { target: Element }[]) => void) {
        observers.push(() => report(this.#targets.map((target) => ({ target }))))
      }
      observe(target: Element): void {
        this.#targets.push(target)
      }
      unobserve(): void {}
      disconnect(): void {}
    },
  )
})
afterAll(() => vi.unstubAllGlobals())

beforeEach(() => {
  forgetViewStates()
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(framePx)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(function (this: HTMLElement) {
    const widths = columnWidths()
    if (this instanceof HTMLTableCellElement) return widths[this.cellIndex] ?? 0
    return widths.reduce((sum, px) => sum + px, 0)
  })
})
afterEach(async () => {
  await end()
  vi.restoreAllMocks()
})

/** Reports new sizes of all elements. */
async function resize(): Promise<void> {
  for (const report of observers) report()
  await settle()
}

async function show(name: string): Promise<void> {
  const cell = createRawSnippet<[string]>((row) => ({ render: () => `<span>${row()}</span>` }))
  const columns: Column<string>[] = [
    { key: 'name', title: 'Name', cell },
    { key: 'value', title: 'Value', foldBelow: 200, cell },
  ]
  const props = {
    ...{ rows: Array.from({ length: 500 }, (_, index) => `row ${index}`), columns, rowKey: (row: string) => row },
    ...{ label: 'Things', name, canBeLong: true },
  }
  // The component is generic over its rows; this fixes their type.
  const component: Component<typeof props, object> = DataTable
  const table = mount(component, { target: document.body, props })
  end = () => unmount(table)
  await settle()
  await resize()
}

test('a row with more content takes free width from the other columns of a long table; no column folds', async () => {
  contentPx = [100, 100]
  await show('free')
  expect(heads().map(minWidthOf)).toEqual([150, 150])
  contentPx = [100, 180]
  await resize()
  expect(heads().map(({ textContent }) => textContent.trim())).toEqual(['Name', 'Value'])
  expect(columnWidths()).toEqual([110, 190])
})

test('a column of a long table folds if the content of the rows on screen does not fit', async () => {
  contentPx = [100, 100]
  await show('full')
  contentPx = [100, 220]
  await resize()
  expect(heads().map(({ textContent }) => textContent.trim())).toEqual(['Name'])
})
