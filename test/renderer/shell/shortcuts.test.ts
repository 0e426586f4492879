import { afterEach, beforeEach, expect, test } from 'vitest'
import { screenOf } from '#renderer/navigation/router.svelte.ts'
import { screens } from '#renderer/navigation/screens.ts'
import { shortcutLines, Shortcuts } from '#renderer/shell/shortcuts.ts'

let done: string[]
let shortcuts: Shortcuts
beforeEach(() => {
  done = []
  shortcuts = new Shortcuts({
    go: (screen) => done.push(screen),
    togglePrivacy: () => done.push('privacy'),
    lock: () => done.push('lock'),
    openSheet: () => done.push('sheet'),
    openSearch: () => done.push('search'),
    filter: () => done.push('filter') === 1,
  })
  addEventListener('keydown', shortcuts.onkeydown)
})
afterEach(() => {
  removeEventListener('keydown', shortcuts.onkeydown)
  document.body.replaceChildren()
})

const press = (key: string, init: KeyboardEventInit = {}, target: Element = document.body) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
  target.dispatchEvent(event)
  return event
}

test('g and a letter open a screen; the letter alone does not', () => {
  for (const letter of ['o', 'p', 'w', 't', 'h', 's']) {
    press('g')
    press(letter)
  }
  press('p')
  expect(done).toEqual(['overview', 'positions', 'watchlists', 'transactions', 'health', 'settings'])
})

test('Ctrl or Cmd with a number opens a screen and prevents the default of the browser', () => {
  expect(press('2', { ctrlKey: true }).defaultPrevented).toBe(true)
  press('9', { metaKey: true })
  // The keys of the zoom.
  for (const key of ['0', '-', '+']) expect(press(key, { ctrlKey: true }).defaultPrevented).toBe(false)
  expect(done).toEqual(['positions', screens[8]?.name])
})

test('h hides amounts, and Ctrl Shift H does so even while typing', () => {
  const input = document.body.appendChild(document.createElement('input'))
  press('h')
  press('h', {}, input)
  press('?', {}, input)
  press('H', { code: 'KeyH', ctrlKey: true, shiftKey: true }, input)
  expect(done).toEqual(['privacy', 'privacy'])
})

test('Ctrl or Cmd with K opens the search, also while typing and on other keyboard layouts', () => {
  const input = document.body.appendChild(document.createElement('input'))
  expect(press('k', { ctrlKey: true, code: 'KeyK' }, input).defaultPrevented).toBe(true)
  press('л', { metaKey: true, code: 'KeyK' })
  press('k')
  expect(done).toEqual(['search', 'search'])
})

test('on a Russian layout the position of the key is used', () => {
  press('п', { code: 'KeyG' })
  press('з', { code: 'KeyP' })
  press('р', { code: 'KeyH' })
  press(',', { code: 'Slash', shiftKey: true })
  press('.', { code: 'Slash' })
  press('Д', { code: 'KeyL', ctrlKey: true, shiftKey: true })
  expect(done).toEqual(['positions', 'privacy', 'sheet', 'filter', 'lock'])
})

test('Ctrl or Cmd with F focuses the filter; if it already has the focus, the browser searches the page', () => {
  const input = document.body.appendChild(document.createElement('input'))
  expect(press('f', { ctrlKey: true, code: 'KeyF' }, input).defaultPrevented).toBe(true)
  expect(press('f', { metaKey: true, code: 'KeyF' }, input).defaultPrevented).toBe(false)
  expect(done).toEqual(['filter', 'filter'])
})

test('/ focuses the filter, but not while typing', () => {
  expect(press('/', { code: 'Slash' }).defaultPrevented).toBe(true)
  expect(press('/', {}, document.body.appendChild(document.createElement('input'))).defaultPrevented).toBe(false)
  expect(done).toEqual(['filter'])
})

test('g h opens Health and does not hide amounts', () => {
  press('g')
  press('h')
  expect(done).toEqual(['health'])
})

test('Ctrl Shift L locks, also while typing and in a dialog', () => {
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.setAttribute('open', '')
  const input = dialog.appendChild(document.createElement('input'))
  const keys = { code: 'KeyL', ctrlKey: true, shiftKey: true }
  expect(press('L', keys, input).defaultPrevented).toBe(true)
  press('L', { code: 'KeyL', shiftKey: true })
  expect(done).toEqual(['lock'])
})

test('shortcuts are disabled while a dialog is open', () => {
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.setAttribute('open', '')
  press('h')
  press('?')
  expect(done).toEqual([])
  dialog.remove()
  press('?')
  expect(done).toEqual(['sheet'])
})

test('the address selects the screen; an unknown address opens the overview', () => {
  expect(['#/positions', '#/watchlists/w1', '#/connect', '#/nope', '', '#/toString'].map(screenOf)).toEqual([
    'positions',
    'watchlists',
    'connect',
    'overview',
    'overview',
    'overview',
  ])
})

test('the list of shortcuts has those of the filter, of the menu of a row and of undo', () => {
  expect(shortcutLines.flatMap(({ keys }) => keys)).toEqual(expect.arrayContaining(['Escape', 'Shift F10', 'Ctrl/⌘ Z']))
})
