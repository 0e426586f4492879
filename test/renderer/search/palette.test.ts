import { flushSync } from 'svelte'
import { expect, test } from 'vitest'
import { readRecentSymbols } from '#renderer/search/recent-symbols.ts'
import type { InstrumentFound, InstrumentListState } from '#shared/model/instrument.ts'
import { instruments } from '../fixtures/market.ts'
import { page, open, openShell, openPalette, wait, type, press, options, marked } from './open-palette.ts'

test('instruments are found while typing, and Enter opens the marked instrument', async () => {
  const input = await open()
  type(input, 'apple')
  await wait()
  expect(options()[0]).toBe('Apple Inc. AAPL@XNGS held Equities')
  expect(input.getAttribute('aria-activedescendant')).toBe(page.find('[aria-selected=true]').id)
  await press(input, 'ArrowDown')
  expect(marked()).toContain('APC@XETR')
  await press(input, 'Enter')
  expect(location.hash).toBe('#/instrument/APC%40XETR')
  expect(page.target.querySelector('input[role=combobox]')).toBeNull()
})

test('a question about an instrument finds it by the words that no command has', async () => {
  const apple = instruments.filter(({ symbol }) => symbol === 'AAPL@XNGS')
  const input = await open({ 'instruments.search': ({ text }: { text: string }) => (text === 'apple' ? apple : []) })
  type(input, 'What is my average price of Apple?')
  await wait()
  expect(options()[0]).toContain('AAPL@XNGS')
})

test('a question about a screen finds no instruments that resemble it by coincidence', async () => {
  const input = await open({ 'instruments.search': () => [...instruments] })
  type(input, 'How far am I from a margin call?')
  await wait()
  expect(options()[0]).toBe('Margin g m')
  expect(page.text()).not.toContain('AAPL@XNGS')
})

test('a palette that is closed and opened again at once stays open', async () => {
  const input = await open()
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }))
  flushSync()
  const dialog = page.find<HTMLDialogElement>('dialog[aria-label=Search]')
  expect(dialog.open).toBe(false)
  const closed = new Promise((resolve) => dialog.addEventListener('close', resolve))
  page.find<HTMLButtonElement>('button[title^="Search"]').click()
  flushSync()
  await closed
  await page.settle()
  expect(dialog.open).toBe(true)
})

test('a text without a match is searched again when the list of instruments changes', async () => {
  let known: InstrumentFound[] = []
  const input = await open({ 'instruments.search': () => known })
  type(input, 'apple')
  await wait()
  expect(page.text()).toContain('No instrument matches “apple”.')
  known = instruments.filter(({ symbol }) => symbol === 'AAPL@XNGS')
  page.transport.emit('instruments.changed')
  await wait()
  expect(options()[0]).toContain('AAPL@XNGS')
})

test('Enter before the response opens the instrument when the response arrives', async () => {
  let answer: (found: InstrumentFound[]) => void = () => undefined
  const input = await open({
    'instruments.search': () => new Promise<InstrumentFound[]>((resolve) => (answer = resolve)),
  })
  type(input, 'amaz')
  await press(input, 'Enter')
  expect(location.hash).toBe('#/settings')
  await wait()
  answer([instruments[1]!])
  await page.settle()
  expect(location.hash).toBe('#/instrument/AMZN%40XNGS')
})

test('an empty palette starts with recently opened instruments, with current names', async () => {
  const input = await open()
  expect(page.text()).not.toContain('Recently opened')
  type(input, 'amazon')
  await wait()
  await press(input, 'Enter')
  await openPalette()
  expect(page.text()).toContain('Recently opened')
  expect(marked()).toContain('AMZN@XNGS')
  expect(readRecentSymbols('demo')).toEqual(['AMZN@XNGS'])
})

test('damaged entries in the local storage are ignored', async () => {
  localStorage.setItem('recent instruments demo', '{"not": [a list')
  await open()
  expect(options()[0]).toContain('Overview')
  localStorage.setItem('recent instruments demo', '[1, null, "AAPL@XNGS"]')
  expect(readRecentSymbols('demo')).toEqual(['AAPL@XNGS'])
})

test('without matches the palette shows the number of known instruments and the age of their list', async () => {
  const input = await open()
  type(input, 'no such thing')
  await wait()
  expect(page.text()).toContain('No instrument matches “no such thing”.')
  expect(page.find('footer').textContent.replace(/\s+/g, ' ')).toContain('148,213 instruments · updated 3 h ago')
})

test.each<[string, InstrumentListState, string]>([
  [
    'is being read for the first time',
    { known: 12_300, wholeAt: null, received: 12_300 },
    'Loading the list of instruments: 12,300 so far',
  ],
  ['was interrupted', { known: 500, wholeAt: null, received: null }, '500 instruments · the list is incomplete'],
  ['was never read', { known: 0, wholeAt: null, received: null }, 'The list of instruments is not loaded yet'],
])('a list that %s is described', async (_, state, words) => {
  await open({ 'instruments.state': () => state })
  expect(page.find('footer').textContent.replace(/\s+/g, ' ')).toContain(words)
})

test('Ctrl K opens and closes the palette from anywhere; other shortcuts are disabled while it is open', async () => {
  await openShell()
  await press(page.find('main#main'), 'k', { ctrlKey: true, code: 'KeyK' })
  const input = page.find('input[role=combobox]')
  await press(input, '2', { ctrlKey: true })
  expect(location.hash).toBe('#/settings')
  await press(input, 'k', { ctrlKey: true, code: 'KeyK' })
  expect(page.target.querySelector('input[role=combobox]')).toBeNull()
})

test('a late response never replaces a newer one', async () => {
  const answers: ((found: InstrumentFound[]) => void)[] = []
  const input = await open({
    'instruments.search': () => new Promise<InstrumentFound[]>((resolve) => answers.push(resolve)),
  })
  type(input, 'a')
  await wait()
  type(input, 'am')
  await wait()
  answers[1]?.([instruments[1]!])
  await page.settle()
  answers[0]?.([instruments[0]!])
  await page.settle()
  expect(options()[0]).toContain('AMZN@XNGS')
})
