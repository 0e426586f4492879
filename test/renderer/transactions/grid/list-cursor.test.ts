import { beforeEach, expect, test } from 'vitest'
import { forgetViewStates } from '#renderer/lib/view-state/history-entries.ts'
import { ListCursor } from '#renderer/transactions/grid/list-cursor.svelte.ts'
import type { Viewport } from '#renderer/transactions/grid/viewport.svelte.ts'
import type { Selection } from '#renderer/transactions/rows/selection.svelte.ts'
import type { TransactionList } from '#renderer/transactions/rows/transaction-list.svelte.ts'

/** A cursor over a list of 100 rows, and the call with which the list shows its first rows or those of another filter. */
function open() {
  const list = { onreset: undefined as (() => void) | undefined, length: 100, rowAt: () => undefined }
  const cursor = new ListCursor(
    list as Partial<TransactionList> as TransactionList,
    { pageRows: 10, reveal: () => undefined } as Partial<Viewport> as Viewport,
    { count: 0 } as Partial<Selection> as Selection,
    { groups: { ask: () => null }, isPrivate: () => false, format: () => ({ count: String }) },
  )
  return { cursor, showRows: () => list.onreset?.() }
}
const pressDown = (cursor: ListCursor) => cursor.onkeydown(new KeyboardEvent('keydown', { key: 'ArrowDown' }))

beforeEach(() => {
  location.hash = '#/transactions'
  forgetViewStates()
})

test('a return to the list restores the active row; another filter starts at the first row', () => {
  const first = open()
  first.showRows()
  for (let key = 0; key < 3; key++) pressDown(first.cursor)
  const again = open()
  again.showRows()
  expect(again.cursor.index).toBe(3)
  again.showRows()
  expect(again.cursor.index).toBe(0)
})
