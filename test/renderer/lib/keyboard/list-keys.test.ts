import { afterEach, expect, test } from 'vitest'
import { moveInList } from '#renderer/lib/keyboard/list-keys.ts'
import '../../fixtures/page/dom.ts'

const show = (html: string): void => void (document.body.innerHTML = `<main>${html}</main>`)
afterEach(() => document.body.replaceChildren())

function press(key: string): boolean {
  const target = document.activeElement
  return moveInList({ key, target })
}
const focusOn = (selector: string) => document.querySelector<HTMLElement>(selector)!.focus()
const focused = () => document.activeElement?.id

test('the arrow keys move to the same control of the next item, and skip items without controls', () => {
  show(`<ul>
    <li><a href="#1" id="a">1</a><button id="a2">x</button></li>
    <li>nothing</li>
    <li><a href="#2" id="b">2</a></li>
  </ul>`)
  focusOn('#a2')
  expect(press('ArrowDown')).toBe(true)
  expect(focused()).toBe('b')
  press('ArrowUp')
  expect(focused()).toBe('a')
  expect(press('ArrowUp')).toBe(true)
  expect(focused()).toBe('a')
})

test('arrow keys stay in a text field, but leave a checkbox', () => {
  show(
    `<ul><li><input id="text" /></li><li><input type="checkbox" id="box" /></li><li><button id="b">x</button></li></ul>`,
  )
  focusOn('#text')
  expect(press('ArrowDown')).toBe(false)
  focusOn('#box')
  expect(press('ArrowDown')).toBe(true)
  expect(focused()).toBe('b')
})

test('arrow keys scroll a sheet that is opened from a list item', () => {
  show(`<ul><li><div popover tabindex="0" id="sheet">long</div></li><li><button>x</button></li></ul>`)
  focusOn('#sheet')
  expect(press('ArrowDown')).toBe(false)
})

test('the arrow key moves from the filter into the table', () => {
  show(
    `<input type="search" id="f" /><table role="grid"><tbody><tr tabindex="-1"></tr><tr tabindex="0" id="row"></tr></tbody></table>`,
  )
  focusOn('#f')
  expect(press('ArrowUp')).toBe(false)
  expect(press('ArrowDown')).toBe(true)
  expect(focused()).toBe('row')
  expect(press('ArrowDown')).toBe(false)
})

test('the arrow key moves from the filter into a tree grid, or to the list below the filter', () => {
  show(`<input type="search" id="f" /><table role="treegrid" tabindex="0" id="tree"></table>`)
  focusOn('#f')
  expect(press('ArrowDown')).toBe(true)
  expect(focused()).toBe('tree')
  show(
    `<ul><li><button>above</button></li></ul><input type="search" id="f" /><ul><li><button id="b">x</button></li></ul>`,
  )
  focusOn('#f')
  expect(press('ArrowDown')).toBe(true)
  expect(focused()).toBe('b')
})

test('the arrow keys move between collapsed items and between the rows of a plain table', () => {
  show(`<ul>
    <li><details><summary id="a">1</summary></details></li>
    <li><details><summary id="b">2</summary></details></li>
  </ul>`)
  focusOn('#a')
  press('ArrowDown')
  expect(focused()).toBe('b')
  const row = (id: string) => `<tr><td>x</td><td><button id="${id}">x</button></td></tr>`
  show(`<table><tbody>${row('first')}${row('second')}</tbody></table>`)
  focusOn('#first')
  expect(press('ArrowDown')).toBe(true)
  expect(focused()).toBe('second')
})

test('outside lists, or with other keys, the focus does not move', () => {
  show(`<button id="x">x</button>`)
  focusOn('#x')
  expect(press('ArrowDown')).toBe(false)
  expect(press('Enter')).toBe(false)
})
