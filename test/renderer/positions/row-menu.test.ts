import { expect, test } from 'vitest'
import { rowMenu } from '#renderer/positions/view/row-menu.ts'
import { menuIndexAfter } from '#renderer/ui/overlay/menu.ts'

const subject = { symbol: 'AAPL@XNGS', name: 'Apple Inc.', accountId: null, rowText: 'Apple\t120' }
const nothing = { copy: () => undefined, setWatched: () => undefined, watch: () => undefined }
const list = (id: string, symbols: string[]) => ({ id, name: id, symbols, columns: null, targets: [], sections: [] })

test('the menu links to the transactions of the row, limited to its account if it has one', () => {
  const hrefOf = (accountId: string | null) =>
    rowMenu({ ...subject, accountId }, [], nothing).find(({ label }) => label === 'Transactions')?.href
  expect(hrefOf(null)).toBe('#/transactions?symbol=AAPL%40XNGS')
  expect(hrefOf('7')).toBe('#/transactions?symbol=AAPL%40XNGS&account=7')
})

test('each watchlist is offered; without watchlists, a new list is offered', () => {
  const labels = (lists: Parameters<typeof rowMenu>[1]) =>
    rowMenu(subject, lists, nothing)
      .map(({ label }) => label)
      .filter((label) => /atch|Remove/.test(label))
  expect(labels([list('Tech', ['AAPL@XNGS']), list('Home', [])])).toEqual(['Remove from “Tech”', 'Watch in “Home”'])
  expect(labels([])).toEqual(['Watch'])
  expect(labels(undefined)).toEqual([])
})

test('without a name there is no name to copy; the row is copied as shown on screen', () => {
  const copied: string[] = []
  const items = rowMenu({ ...subject, name: null }, [], { ...nothing, copy: (text) => void copied.push(text) })
  for (const item of items.filter(({ label }) => label.startsWith('Copy'))) item.onselect?.()
  expect(copied).toEqual(['AAPL@XNGS', 'Apple\t120'])
})

test('arrow keys wrap around in a menu, and a letter moves to the next item that begins with it', () => {
  const labels = ['Open', 'Copy name', 'Copy row']
  expect(menuIndexAfter('ArrowDown', 2, labels)).toBe(0)
  expect(menuIndexAfter('ArrowUp', 0, labels)).toBe(2)
  expect([menuIndexAfter('c', 0, labels), menuIndexAfter('C', 1, labels)]).toEqual([1, 2])
  expect([menuIndexAfter('x', 0, labels), menuIndexAfter('Enter', 0, labels)]).toEqual([undefined, undefined])
})
