import { expect, test } from 'vitest'
import { RowWindow } from '#renderer/ui/table/row-window.svelte.ts'

function windowOf(count: number, scrollTop: number): RowWindow {
  const rows = new RowWindow(() => count)
  rows.viewPx = 320
  rows.rowPx = 32
  rows.scrollTop = scrollTop
  return rows
}

test('only the rows in view and a few around them are rendered', () => {
  const rows = windowOf(10_000, 3200)
  expect([rows.first, rows.end]).toEqual([94, 116])
})

test('the space above and below gives the scroll bar the height of the whole table', () => {
  for (const scrollTop of [0, 3200, 319_680, 500_000]) {
    const rows = windowOf(10_000, scrollTop)
    expect(rows.abovePx + (rows.end - rows.first) * 32 + rows.belowPx).toBe(320_000)
  }
})

test('a short table is rendered completely, and an empty table has no rows', () => {
  expect([windowOf(5, 0).first, windowOf(5, 0).end, windowOf(5, 0).belowPx]).toEqual([0, 5, 0])
  expect([windowOf(0, 0).first, windowOf(0, 0).end]).toEqual([0, 0])
})

test('a row out of view is scrolled into view; a row in view does not move', () => {
  const rows = windowOf(100, 320)
  expect(rows.scrollTopFor(5, 28)).toBe(160)
  expect(rows.scrollTopFor(12, 28)).toBe(320)
  expect(rows.scrollTopFor(19, 28)).toBe(348)
})

test('each rendered row has its own slot, and keeps it while other rows appear and disappear', () => {
  const slotsOf = (rows: RowWindow) =>
    new Map(Array.from({ length: rows.end - rows.first }, (_, offset) => [rows.first + offset, rows.slotOf(offset)]))
  const before = slotsOf(windowOf(10_000, 3200))
  for (const scrollTop of [0, 3200, 3217, 3264, 319_680]) {
    const slots = slotsOf(windowOf(10_000, scrollTop))
    expect(new Set(slots.values()).size).toBe(slots.size)
    for (const [index, slot] of slots) expect(before.get(index) ?? slot).toBe(slot)
  }
})

test('the row of an earlier window that had the same element is known, and rows out of view are told apart', () => {
  const slotsOf = (rows: RowWindow) =>
    new Map(Array.from({ length: rows.end - rows.first }, (_, offset) => [rows.slotOf(offset), rows.first + offset]))
  const before = windowOf(10_000, 3200)
  for (const scrollTop of [0, 3200, 3217, 3520, 319_680]) {
    const rows = windowOf(10_000, scrollTop)
    const offsets = Array.from({ length: rows.end - rows.first }, (_, offset) => offset)
    for (const offset of offsets)
      expect(rows.rowInSlotOf(offset, before.first)).toBe(slotsOf(before).get(rows.slotOf(offset)))
    const inView = offsets.filter((offset) => rows.isInView(offset)).map((offset) => rows.first + offset)
    expect(inView[0]).toBe(Math.floor(scrollTop / 32))
    expect(inView.at(-1)).toBe(Math.ceil((scrollTop + 320) / 32) - 1)
  }
})
