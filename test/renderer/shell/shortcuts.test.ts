import { afterEach, beforeEach, expect, test } from 'vitest'
import { screenOf } from '../../../src/renderer/shell/router.svelte.ts'
import { Shortcuts } from '../../../src/renderer/shell/shortcuts.ts'

let done: string[]
let shortcuts: Shortcuts
beforeEach(() => {
  done = []
  shortcuts = new Shortcuts({
    go: (screen) => done.push(screen),
    togglePrivacy: () => done.push('privacy'),
    openSheet: () => done.push('sheet'),
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

test('g and a letter lead to a screen; the letter alone does not', () => {
  for (const letter of ['o', 'p', 'w', 't', 'h', 's']) {
    press('g')
    press(letter)
  }
  press('p')
  expect(done).toEqual(['overview', 'positions', 'watchlists', 'transactions', 'health', 'settings'])
})

test('Ctrl or Cmd with a number leads to a screen, and keeps the key from the browser', () => {
  expect(press('2', { ctrlKey: true }).defaultPrevented).toBe(true)
  press('7', { metaKey: true })
  expect(press('8', { ctrlKey: true }).defaultPrevented).toBe(false)
  expect(done).toEqual(['positions', 'settings'])
})

test('h hides amounts, and Ctrl Shift H does so even while typing', () => {
  const input = document.body.appendChild(document.createElement('input'))
  press('h')
  press('h', {}, input)
  press('?', {}, input)
  press('H', { code: 'KeyH', ctrlKey: true, shiftKey: true }, input)
  expect(done).toEqual(['privacy', 'privacy'])
})

test('g h is Health, not hiding', () => {
  press('g')
  press('h')
  expect(done).toEqual(['health'])
})

test('an open dialog has the keys to itself', () => {
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.setAttribute('open', '')
  press('h')
  press('?')
  expect(done).toEqual([])
  dialog.remove()
  press('?')
  expect(done).toEqual(['sheet'])
})

test('the address names the screen; what it does not know is the overview', () => {
  expect(['#/positions', '#/watchlists/w1', '#/connect', '#/nope', '', '#/toString'].map(screenOf)).toEqual([
    'positions',
    'watchlists',
    'connect',
    'overview',
    'overview',
    'overview',
  ])
})
