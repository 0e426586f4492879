import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Mounted } from '../fixtures/page/mount.ts'
import { buttons, click, press, rowOf, show, trading, words } from './orders-screen.ts'

const copied: string[] = []
beforeEach(() => {
  copied.length = 0
  const clipboard = { writeText: async (text: string) => void copied.push(text) }
  vi.stubGlobal('navigator', { ...navigator, clipboard })
})
afterEach(() => {
  vi.unstubAllGlobals()
  location.hash = ''
})

const items = ({ target }: Mounted) => [...target.querySelectorAll<HTMLElement>('[role=menuitem]')]
const labels = (screen: Mounted) => items(screen).map((item) => item.querySelector('.label')!.textContent)
const openMenu = async (screen: Mounted, row: Element) => {
  const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 9, clientY: 9 })
  row.dispatchEvent(event)
  await screen.settle()
  return event
}
const choose = async (screen: Mounted, label: string) => {
  const item = items(screen).find(({ textContent }) => textContent.startsWith(label))
  if (!item) throw new Error(`no item ${label} among ${labels(screen).join(', ')}`)
  item.click()
  await screen.settle()
}

test.each([['F10', true] as const, ['ContextMenu', false] as const])(
  'the key %s opens the menu of the focused order, which gets the focus back',
  async (key, shiftKey) => {
    const screen = await show()
    const row = rowOf(screen, 'Apple')
    row.focus()
    row.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }))
    await screen.settle()
    expect(document.activeElement).toBe(items(screen)[0])
    press(items(screen)[0]!, 'Escape')
    await screen.settle()
    expect(document.activeElement).toBe(row)
    expect(items(screen)).toEqual([])
    await screen.end()
  },
)

test('the menu opens the details and the instrument, and copies the symbol and the row', async () => {
  const screen = await show()
  const open = () => openMenu(screen, rowOf(screen, 'NVIDIA').querySelector('td')!)
  expect((await open()).defaultPrevented).toBe(true)
  await choose(screen, 'Copy symbol')
  await open()
  await choose(screen, 'Copy row')
  expect([copied[0], copied[1]?.split('\t')[0]]).toEqual(['NVDA@XNGS', expect.stringContaining('NVIDIA')])
  expect(screen.text()).toContain('The row is copied.')
  await open()
  await choose(screen, 'Open the details')
  expect(words(screen.find('aside'))).toContain('NVIDIA')
  await open()
  await choose(screen, 'Open the instrument')
  expect(location.hash).toBe('#/instrument/NVDA%40XNGS')
  await screen.end()
})

test('the headings of the groups have no menu', async () => {
  const screen = await show()
  const heading = screen.find('.bucket')
  expect((await openMenu(screen, heading)).defaultPrevented).toBe(false)
  expect(items(screen)).toEqual([])
  await screen.end()
})

test('Cancel in the menu only opens the dialog, in which the user confirms or keeps the order', async () => {
  const screen = await show()
  await openMenu(screen, rowOf(screen, 'Apple'))
  expect(screen.sent('cancels.prepare')).toEqual([])
  await choose(screen, 'Cancel this order of account 1900001…')
  const dialog = screen.find<HTMLDialogElement>('dialog')
  expect(dialog.open).toBe(true)
  expect(screen.sent('cancels.prepare')).toHaveLength(1)
  expect(screen.sent('cancels.confirm')).toEqual([])
  click(screen, 'Keep the order')
  await screen.settle()
  expect(screen.sent('cancels.confirm')).toEqual([])
  await openMenu(screen, rowOf(screen, 'Apple'))
  await choose(screen, 'Cancel this order')
  click(screen, 'Cancel the order of account 1900001')
  await screen.settle()
  expect(screen.sent('cancels.confirm')).toHaveLength(1)
  await screen.end()
})

test('the menu of a selected order names and cancels the whole selection', async () => {
  const screen = await show()
  press(rowOf(screen, 'Apple'), ' ')
  press(rowOf(screen, 'Sberbank'), ' ')
  await screen.settle()
  await openMenu(screen, rowOf(screen, 'Apple'))
  await choose(screen, 'Cancel 2 selected orders of 2 accounts…')
  expect(screen.sent('cancels.prepare')).toEqual([
    { scope: { kind: 'orders', orders: expect.objectContaining({ length: 2 }) as unknown } },
  ])
  expect(buttons(screen)).toContain('Cancel 2 orders of 2 accounts')
  await screen.end()
})

test('an order that cannot be cancelled, and a read-only token, have no Cancel in the menu', async () => {
  const offered = async (isReadOnly: boolean, name: string) => {
    const screen = await show(trading(isReadOnly))
    await openMenu(screen, rowOf(screen, name))
    const found = labels(screen)
    await screen.end()
    expect(found).toContain('Open the details')
    return found.some((label) => label.startsWith('Cancel'))
  }
  expect(await offered(false, 'Apple')).toBe(true)
  expect(await offered(false, 'NVIDIA')).toBe(false)
  expect(await offered(true, 'Apple')).toBe(false)
})
