import { afterEach, expect, test } from 'vitest'
import { leaveFilter } from '#renderer/lib/keyboard/leave-filter.ts'
import '../../fixtures/page/dom.ts'

function show(html: string): void {
  document.body.innerHTML = html
  document.querySelector<HTMLElement>('[popover]')?.showPopover()
}
afterEach(() => document.body.replaceChildren())

function press(key = 'Escape'): boolean {
  const field = document.querySelector<HTMLInputElement>('#f')!
  field.focus()
  return leaveFilter({ key, target: field })
}
const focused = () => document.activeElement?.id
const table = (id: string) => `<table role="grid"><tbody><tr tabindex="0" id="${id}"></tr></tbody></table>`

test('Escape first clears the text, then moves the focus to the table below the filter', () => {
  show(`<main>${table('above')}<input type="search" id="f" value="abc" />${table('below')}</main>`)
  const typed: string[] = []
  document.querySelector<HTMLInputElement>('#f')!.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement) typed.push(target.value)
  })
  expect(press('a')).toBe(false)
  expect(press()).toBe(true)
  expect([typed, focused()]).toEqual([[''], 'f'])
  expect(press()).toBe(true)
  expect([typed, focused()]).toEqual([[''], 'below'])
})

test('without a table or a list, Escape moves the focus to the screen', () => {
  show('<main tabindex="-1" id="main"><input type="search" id="f" /></main>')
  expect(press()).toBe(true)
  expect(focused()).toBe('main')
})

test('Escape in a sheet, in a dialog, in another field or outside the screen is left to them', () => {
  const field = '<input type="search" id="f" value="abc" />'
  for (const html of [
    ...[`<main><div popover>${field}</div></main>`, `<main><dialog open>${field}</dialog></main>`],
    ...[`<main><input id="f" /></main>`, `<header>${field}</header>`],
  ]) {
    show(html)
    expect(press()).toBe(false)
    expect(focused()).toBe('f')
  }
})
