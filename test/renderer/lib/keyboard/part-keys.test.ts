import { afterEach, expect, test } from 'vitest'
import { moveToPart } from '#renderer/lib/keyboard/part-keys.ts'
import '../../fixtures/page/dom.ts'

const show = (html: string): void => void (document.body.innerHTML = `<main tabindex="-1">${html}</main>`)
afterEach(() => document.body.replaceChildren())

const focused = () => document.activeElement?.id
const focusOn = (id: string) => document.getElementById(id)!.focus()

const screen = `
  <button id="above">Above</button>
  <section><h2 id="first">First</h2><button id="inside">x</button><section><h3 id="nested">Nested</h3></section></section>
  <button id="between">Between</button>
  <table role="grid"><tr><th>Head</th></tr><tr tabindex="0" id="row"><td>1</td></tr></table>
  <div role="treegrid" tabindex="0" id="tree"></div>
  <section id="plain">No heading</section>`

test('moves through the outer parts: headings of sections, and rows of tables', () => {
  show(screen)
  focusOn('above')
  const seen = [1, 1, 1, 1, 1, -1, -1, -1, -1].map((step) => {
    expect(moveToPart(step === 1 ? 1 : -1)).toBe(true)
    return focused()
  })
  // At both ends the focus stays.
  expect(seen).toEqual(['first', 'row', 'tree', 'plain', 'plain', 'tree', 'row', 'first', 'first'])
})

test('from inside a part and from between two parts, moves to the parts next to it', () => {
  show(screen)
  const target = (from: string, step: 1 | -1) => {
    focusOn(from)
    moveToPart(step)
    return focused()
  }
  expect([target('inside', 1), target('between', 1), target('between', -1)]).toEqual(['row', 'row', 'first'])
})

test('without a focus in the screen, moves to the first part below the scroll position', () => {
  show('<section id="a"></section><section id="b"></section><section id="c"></section>')
  const tops: Record<string, number> = { a: -400, b: 20, c: 500 }
  for (const [id, top] of Object.entries(tops))
    document.getElementById(id)!.getBoundingClientRect = () => new DOMRect(0, top, 100, 100)
  moveToPart(1)
  expect(focused()).toBe('b')
  focusOn('c')
  document.querySelector('main')!.focus()
  moveToPart(-1)
  expect(focused()).toBe('a')
})

test('a page without a screen has no parts', () => {
  document.body.innerHTML = '<section></section>'
  expect(moveToPart(1)).toBe(false)
})
