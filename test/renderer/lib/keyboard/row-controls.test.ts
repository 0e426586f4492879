import { afterEach, expect, test } from 'vitest'
import { moveInRow } from '#renderer/lib/keyboard/row-controls.ts'

afterEach(() => document.body.replaceChildren())
const focused = () => document.activeElement?.id

test('the right arrow moves from a row through its links and buttons, the left arrow and Escape move back', () => {
  document.body.innerHTML = `<table><tbody><tr id="row" tabindex="0"><td><a id="link" href="#/x" tabindex="-1">x</a></td>
    <td><button disabled>off</button><button id="menu" tabindex="-1">…</button></td></tr></tbody></table>`
  const row = document.querySelector('tr')!
  const press = (key: string) => moveInRow(row, { key, target: document.activeElement })
  row.focus()
  expect([press('ArrowLeft'), press('Escape'), focused()]).toEqual([false, false, 'row'])
  expect([press('ArrowRight'), focused()]).toEqual([true, 'link'])
  expect([press('ArrowRight'), focused()]).toEqual([true, 'menu'])
  expect([press('ArrowRight'), focused()]).toEqual([false, 'menu'])
  expect([press('ArrowLeft'), focused()]).toEqual([true, 'link'])
  expect([press('Escape'), focused()]).toEqual([true, 'row'])
  expect(press('x')).toBe(false)
})
