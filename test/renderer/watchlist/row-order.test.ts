import { expect, test } from 'vitest'
import { button, press, rows, show, symbols, words } from './watchlist-screen.ts'

test('Alt with an arrow key moves the focused row, which keeps the focus', async () => {
  const mounted = await show()
  rows(mounted)[0]?.focus()
  press(rows(mounted)[0]!, 'ArrowDown', { altKey: true })
  await mounted.settle()
  expect(symbols(mounted).slice(0, 2)).toEqual(['MSFT@XNGS', 'AAPL@XNGS'])
  expect(mounted.sent('watchlists.moveSymbol')).toEqual([{ id: 'w1', symbol: 'AAPL@XNGS', index: 1 }])
  expect(document.activeElement).toBe(rows(mounted)[1])
  await mounted.end()
})

test('rows sorted by a column cannot be moved', async () => {
  const mounted = await show()
  button(mounted, 'Change %').click()
  await mounted.settle()
  expect(symbols(mounted)).toEqual(['NVDA@XNGS', 'MSFT@XNGS', 'AAPL@XNGS', 'GAZP@MISX'])
  press(rows(mounted)[0]!, 'ArrowDown', { altKey: true })
  await mounted.settle()
  expect(mounted.sent('watchlists.moveSymbol')).toEqual([])
  button(mounted, 'Restore my order').click()
  await mounted.settle()
  expect(symbols(mounted)[0]).toBe('AAPL@XNGS')
  await mounted.end()
})

test('a row that is dragged by its handle moves to the marker; Escape cancels the drag', async () => {
  const mounted = await show()
  layOut(rows(mounted))
  const drag = async (steps: readonly (readonly [string, number])[]) => {
    rows(mounted)[2]!.querySelector('.grip')!.dispatchEvent(pointer('pointerdown', 75))
    for (const [type, y] of steps) window.dispatchEvent(pointer(type, y))
    await mounted.settle()
  }
  await drag([
    ['pointermove', 77],
    ['pointermove', 5],
  ])
  expect(mounted.target.querySelector('.marker')).not.toBeNull()
  press(document.body, 'Escape')
  await drag([['pointerup', 5]])
  expect(mounted.target.querySelector('.marker')).toBeNull()
  expect(mounted.sent('watchlists.moveSymbol')).toEqual([])
  await drag([
    ['pointermove', 5],
    ['pointerup', 5],
  ])
  expect(symbols(mounted)).toEqual(['NVDA@XNGS', 'AAPL@XNGS', 'MSFT@XNGS', 'GAZP@MISX'])
  expect(words(mounted.target)).toContain('NVIDIA Corporation is now row 1 of 4')
  await mounted.end()
})

/** Gives rows a position on screen: 30 px each, one below the other. */
const layOut = (elements: readonly HTMLElement[]) => {
  for (const element of elements)
    element.getBoundingClientRect = () => {
      const top = [...(element.parentElement?.children ?? [])].indexOf(element) * 30
      return { left: 0, right: 500, top, bottom: top + 30 } as DOMRect
    }
}
const pointer = (type: string, clientY: number) =>
  Object.assign(new MouseEvent(type, { bubbles: true, button: 0, clientX: 10, clientY }), {
    isPrimary: true,
    pointerId: 1,
  })
