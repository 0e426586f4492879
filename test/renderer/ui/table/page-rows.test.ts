import { createRawSnippet, mount, unmount, type Component } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetViewStates } from '#renderer/lib/view-state/history-entries.ts'
import DataTable from '#renderer/ui/table/DataTable.svelte'
import type { Column } from '#renderer/ui/table/table-state.svelte.ts'
import { settle } from '../../fixtures/page/mount.ts'
import '../../fixtures/page/dom.ts'

const rowPx = 40
const column: Column<string> = {
  key: 'name',
  title: 'Name',
  cell: createRawSnippet<[string, Column<string>]>((row) => ({ render: () => `<span>${row()}</span>` })),
}
const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `row ${index}`)
let page: HTMLElement
let end = (): Promise<void> => Promise.resolve()

/** A page that scrolls, with the layout that a browser gives the table. */
beforeEach(() => {
  forgetViewStates()
  page = document.body.appendChild(document.createElement('main'))
  page.style.overflowY = 'auto'
  Object.defineProperties(page, { clientHeight: { value: 400 }, scrollHeight: { value: 100_000 } })
  vi.stubGlobal('innerHeight', 400)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(rowPx)
  vi.spyOn(HTMLTableSectionElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, -page.scrollTop, 0, 0),
  )
  HTMLElement.prototype.scrollIntoView ??= () => undefined
})
afterEach(async () => {
  await end()
  page.remove()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function show(count: number, canBeLong = true): Promise<void> {
  const props = {
    ...{ rows: namesOf(count), columns: [column], rowKey: (row: string) => row },
    ...{ label: 'Things', name: 'things', canBeLong },
  }
  // The component is generic over its rows; this fixes their type.
  const component: Component<typeof props, object> = DataTable
  const table = mount(component, { target: page, props })
  end = () => unmount(table)
  await settle()
}
const rendered = () => [...document.querySelectorAll('tbody [aria-rowindex]')].map((row) => row.textContent.trim())
const heightOf = (row: Element | null | undefined) => parseInt((row as HTMLElement | null)?.style.blockSize ?? '0', 10)
const press = async (key: string) => {
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  await settle()
}

test('of a long table only the rows near the view are rendered, also after the page scrolls', async () => {
  await show(2_000)
  expect(rendered()[0]).toBe('row 0')
  expect(rendered().length).toBeLessThan(40)
  page.scrollTop = 1_000 * rowPx
  page.dispatchEvent(new Event('scroll'))
  await settle()
  expect(rendered()).toContain('row 1000')
  expect(rendered()).toContain('row 1009')
  expect(rendered().length).toBeLessThan(40)
  const body = document.querySelector('tbody')
  const spaces = heightOf(body?.firstElementChild) + heightOf(body?.lastElementChild)
  expect(spaces).toBe((2_000 - rendered().length) * rowPx)
})

test('keys reach rows that are not rendered, and the Tab key always has one rendered row', async () => {
  await show(2_000)
  document.querySelector<HTMLElement>('tbody tr[tabindex="0"]')?.focus()
  await press('End')
  expect(document.activeElement?.textContent.trim()).toBe('row 1999')
  await press('ArrowUp')
  expect(document.activeElement?.textContent.trim()).toBe('row 1998')
  page.scrollTop = 0
  page.dispatchEvent(new Event('scroll'))
  await settle()
  expect(document.querySelectorAll('tbody tr[tabindex="0"]')).toHaveLength(1)
})

test('a short table and a table that is not marked as long are rendered completely', async () => {
  await show(50)
  expect(rendered()).toHaveLength(50)
  await end()
  await show(300, false)
  expect(rendered()).toHaveLength(300)
})
