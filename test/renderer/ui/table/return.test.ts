import { createRawSnippet, mount, unmount, type Component } from 'svelte'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { forgetViewStates } from '#renderer/lib/view-state/history-entries.ts'
import DataTable from '#renderer/ui/table/DataTable.svelte'
import LongTable from '#renderer/ui/table/LongTable.svelte'
import type { Column } from '#renderer/ui/table/table-state.svelte.ts'
import { settle } from '../../fixtures/page/mount.ts'
import '../../fixtures/page/dom.ts'

const column: Column<string> & { readonly width: string } = {
  key: 'name',
  title: 'Name',
  width: '100px',
  sort: (a, b) => a.localeCompare(b),
  cell: createRawSnippet<[string, Column<string>]>((row) => ({ render: () => `<span>${row()}</span>` })),
}
const props = {
  rows: ['b', 'c', 'a'],
  columns: [column],
  rowKey: (row: string) => row,
  label: 'Things',
  name: 'things',
}
// Both components are generic over their rows; this fixes the type.
const kinds: readonly (readonly [string, Component<typeof props, object>])[] = [
  ['DataTable', DataTable],
  ['LongTable', LongTable],
]

let end: () => Promise<void>
async function show(component: (typeof kinds)[number][1], label = props.label): Promise<void> {
  const table = mount(component, { target: document.body, props: { ...props, label } })
  end = () => unmount(table)
  await settle()
}
const go = async (run: () => void): Promise<void> => {
  await end()
  const changed = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }))
  run()
  await changed
}
/** Sorts a table and focuses its second row, then shows the same table on another screen. */
async function visitAndLeave(component: (typeof kinds)[number][1]): Promise<void> {
  await show(component)
  document.querySelector<HTMLElement>('th button')!.click()
  await settle()
  document.querySelectorAll<HTMLElement>('tbody tr')[1]!.focus()
  await go(() => void (location.hash = '#/orders'))
  await show(component)
}
const names = () => [...document.querySelectorAll('tbody tr')].map((row) => row.textContent.trim())
const focused = () => document.activeElement?.textContent.trim()

beforeEach(() => {
  location.hash = '#/positions'
  forgetViewStates()
})
afterEach(() => end())

test.each(kinds)('going back to a %s restores its sort and the focused row', async (_, component) => {
  await visitAndLeave(component)
  expect(names()).toEqual(['b', 'c', 'a'])
  expect(document.activeElement).toBe(document.body)
  await go(() => history.back())
  await show(component)
  expect(names()).toEqual(['a', 'b', 'c'])
  expect(focused()).toBe('b')
})

test.each(kinds)('a new visit of a %s keeps the sort, and does not move the focus', async (_, component) => {
  await visitAndLeave(component)
  await go(() => void (location.hash = '#/positions'))
  await show(component)
  expect(names()).toEqual(['a', 'b', 'c'])
  expect(document.activeElement).toBe(document.body)
})

test.each(kinds)('a %s keeps its sort when its label is in another language', async (_, component) => {
  await show(component)
  document.querySelector<HTMLElement>('th button')!.click()
  await settle()
  await end()
  await show(component, 'Вещи')
  expect(names()).toEqual(['a', 'b', 'c'])
})
