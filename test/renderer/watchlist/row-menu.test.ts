import { expect, test } from 'vitest'
import { targetDistance } from '#renderer/watchlist/state/target-distance.ts'
import { targetAlertHref } from '#renderer/watchlist/table/row-actions.ts'
import * as data from '../fixtures/data.ts'
import * as market from '../fixtures/market.ts'
import { type Mounted } from '../fixtures/page/mount.ts'
import { button, press, rows, show, symbols, words } from './watchlist-screen.ts'

const openMenu = async (mounted: Mounted, index: number) => {
  const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 10, clientY: 10 })
  rows(mounted)[index]!.dispatchEvent(event)
  await mounted.settle()
  return event
}
const item = (mounted: Mounted, title: string) => {
  const found = [...mounted.target.querySelectorAll<HTMLElement>('[role=menuitem]')].find((candidate) =>
    words(candidate).startsWith(title),
  )
  if (!found) throw new Error(`no item ${title}`)
  return found
}
const type = (mounted: Mounted, text: string) => {
  const field = mounted.find<HTMLInputElement>('dialog input')
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

test('the menu of a row lists its actions, arrow keys move in the menu, and an item runs', async () => {
  const mounted = await show()
  expect((await openMenu(mounted, 1)).defaultPrevented).toBe(true)
  const menu = mounted.find('[role=menu]')
  expect(menu.getAttribute('aria-label')).toBe('Actions for MSFT@XNGS')
  expect(words(document.activeElement!)).toContain('Open')
  press(document.activeElement!, 'ArrowDown')
  expect(words(document.activeElement!)).toContain('Show the chart')
  press(document.activeElement!, 'ArrowUp')
  press(document.activeElement!, 'ArrowUp')
  expect(words(document.activeElement!)).toContain('Remove from the list')
  ;(document.activeElement as HTMLElement).click()
  await mounted.settle()
  expect(symbols(mounted)).not.toContain('MSFT@XNGS')
  await mounted.end()
})

test.each([['F10', true] as const, ['ContextMenu', false] as const])(
  'the key %s opens the menu, also where the system sends no request for a context menu',
  async (key, shiftKey) => {
    const mounted = await show()
    rows(mounted)[1]!.focus()
    press(rows(mounted)[1]!, key, { shiftKey })
    await mounted.settle()
    expect(mounted.find('[role=menu]').getAttribute('aria-label')).toBe('Actions for MSFT@XNGS')
    press(document.activeElement!, 'Escape')
    await mounted.settle()
    expect(document.activeElement).toBe(rows(mounted)[1])
    await mounted.end()
  },
)

test('a target price is set from the menu, shown with its distance, and removed', async () => {
  const lists = market.watchlists.map((list) => ({ ...list, columns: ['last' as const, 'target' as const] }))
  const mounted = await show({ 'watchlists.list': () => lists })
  await openMenu(mounted, 0)
  item(mounted, 'Set a target price').click()
  await mounted.settle()
  type(mounted, '250')
  await mounted.settle()
  expect(words(mounted.find('dialog'))).toMatch(/Last price 227\.48, the target is \+9\.90% from it/)
  button(mounted, 'Save').click()
  await mounted.settle()
  expect(mounted.sent('watchlists.setTarget')).toEqual([{ id: 'w1', symbol: 'AAPL@XNGS', price: '250' }])
  await mounted.end()
})

test('a row shows its target with the distance, and its section', async () => {
  const [first] = market.watchlists
  const list = {
    ...first!,
    columns: ['last' as const, 'target' as const],
    targets: [{ symbol: 'AAPL@XNGS', price: data.dec('200') }],
    sections: [{ name: 'Banks', symbols: ['NVDA@XNGS', 'GAZP@MISX'] }],
  }
  const mounted = await show({ 'watchlists.list': () => [list] })
  expect(words(rows(mounted)[0]!)).toMatch(/200\.00 ?-12\.1%/)
  expect(words(rows(mounted)[2]!)).toContain('Banks')
  expect(words(rows(mounted)[3]!)).not.toContain('Banks')
  await openMenu(mounted, 2)
  item(mounted, 'Rename this section').click()
  await mounted.settle()
  expect(mounted.find<HTMLInputElement>('dialog input').value).toBe('Banks')
  button(mounted, 'Cancel').click()
  await mounted.settle()
  await openMenu(mounted, 2)
  item(mounted, 'Dissolve the section').click()
  await mounted.settle()
  expect(mounted.sent('watchlists.renameSection')).toEqual([{ id: 'w1', section: 'Banks', to: null }])
  await openMenu(mounted, 0)
  item(mounted, 'New alert at the target price').click()
  expect(location.hash).toBe('#/alerts?new=price&symbol=AAPL%40XNGS&price=200&direction=below')
  location.hash = ''
  await mounted.end()
})

test('an instrument moves to a new section', async () => {
  const mounted = await show()
  await openMenu(mounted, 0)
  item(mounted, 'Move to a section').click()
  await mounted.settle()
  type(mounted, 'Banks')
  await mounted.settle()
  button(mounted, 'Move to the new section').click()
  await mounted.settle()
  expect(mounted.sent('watchlists.setSection')).toEqual([{ id: 'w1', symbol: 'AAPL@XNGS', section: 'Banks' }])
  await mounted.end()
})

test('Ctrl+Z undoes removals one by one, on any keyboard layout, but not in a text field', async () => {
  const mounted = await show()
  press(rows(mounted)[1]!, 'Delete')
  await mounted.settle()
  press(rows(mounted)[1]!, 'Delete')
  await mounted.settle()
  expect(symbols(mounted)).toEqual(['AAPL@XNGS', 'GAZP@MISX'])
  press(mounted.find('[role=combobox]'), 'z', { code: 'KeyZ', ctrlKey: true })
  await mounted.settle()
  expect(symbols(mounted)).toHaveLength(2)
  for (const count of [3, 4]) {
    press(rows(mounted)[0]!, 'я', { code: 'KeyZ', ctrlKey: true })
    await mounted.settle()
    expect(symbols(mounted)).toHaveLength(count)
  }
  expect(symbols(mounted)).toEqual(['AAPL@XNGS', 'MSFT@XNGS', 'NVDA@XNGS', 'GAZP@MISX'])
  await mounted.end()
})

test('after an undo the focus is on the restored row, also if the list was empty', async () => {
  const [first] = market.watchlists
  const mounted = await show()
  press(rows(mounted)[1]!, 'Delete')
  await mounted.settle()
  press(document.activeElement!, 'z', { code: 'KeyZ', ctrlKey: true })
  await mounted.settle()
  expect(document.activeElement).toBe(rows(mounted)[1])
  expect(words(document.activeElement!)).toContain('Microsoft')
  for (const _ of first!.symbols) {
    press(rows(mounted)[0]!, 'Delete')
    await mounted.settle()
  }
  expect(rows(mounted)).toHaveLength(0)
  button(mounted, 'Undo').click()
  await mounted.settle()
  expect(rows(mounted)).toHaveLength(1)
  expect(document.activeElement).toBe(rows(mounted)[0])
  await mounted.end()
})

test('Ctrl+Z undoes the move of a row, which gets the focus, and the line below the list names the change', async () => {
  const mounted = await show()
  rows(mounted)[0]!.focus()
  press(rows(mounted)[0]!, 'ArrowDown', { altKey: true })
  await mounted.settle()
  expect(words(mounted.target)).toContain('Apple Inc. was moved.')
  rows(mounted)[3]!.focus()
  press(rows(mounted)[3]!, 'z', { code: 'KeyZ', ctrlKey: true })
  await mounted.settle()
  expect(symbols(mounted).slice(0, 2)).toEqual(['AAPL@XNGS', 'MSFT@XNGS'])
  expect(document.activeElement).toBe(rows(mounted)[0])
  await mounted.end()
})

test('the distance to a target is in percent of the last price, and unknown without a last price', () => {
  expect(targetDistance(data.dec('110'), data.dec('100'))).toBe('10')
  expect(targetDistance(data.dec('110'), null)).toBeNull()
  expect(targetDistance(data.dec('110'), data.dec('0'))).toBeNull()
})

test('a new alert from a row without a target has no price', () => {
  const row = { symbol: 'A@X', quote: null, target: null, section: null }
  expect(targetAlertHref(row)).toBe('#/alerts?new=price&symbol=A%40X')
})
