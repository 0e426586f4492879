import { afterEach, expect, test } from 'vitest'
import { findFirstField, firstField, keepFocus } from '#renderer/lib/keyboard/first-field.ts'

const show = (html: string): void => void (document.body.innerHTML = html)
const element = (selector: string) => document.querySelector<HTMLElement>(selector)!
afterEach(() => document.body.replaceChildren())

test('the first field is an enabled field; among radio buttons it is the selected one', () => {
  show(`<form><button>x</button><input disabled /><input type="radio" id="a" /><input type="radio" id="b" checked />
    <textarea></textarea></form>`)
  expect(findFirstField(document.body)?.id).toBe('b')
  show('<button>x</button>')
  expect(findFirstField(document.body)).toBeNull()
})

test('a form focuses its first empty field', () => {
  show('<form><input value="https://…" id="a" /><input id="b" /></form>')
  firstField(element('form'))
  expect(document.activeElement?.id).toBe('b')
})

test('the focus returns to its element, or to the screen if that is removed; a focus that moved on stays', () => {
  show('<main tabindex="-1"><button id="from"></button><button id="other"></button></main>')
  element('#from').focus()
  let returnFocus = keepFocus()
  element('#from').blur()
  returnFocus()
  expect(document.activeElement?.id).toBe('from')
  element('#other').focus()
  returnFocus()
  expect(document.activeElement?.id).toBe('other')
  returnFocus = keepFocus()
  element('#other').remove()
  returnFocus()
  expect(document.activeElement?.tagName).toBe('MAIN')
})

test('the focus moves to the next control at the place of an element that was replaced or disabled meanwhile', () => {
  show('<main tabindex="-1"><p><button id="set"></button></p><button id="later"></button></main>')
  element('#set').focus()
  let returnFocus = keepFocus()
  element('p').innerHTML = '<button id="change"></button><button id="remove"></button>'
  returnFocus()
  expect(document.activeElement?.id).toBe('change')
  returnFocus = keepFocus()
  element('#change').blur()
  element('#change').setAttribute('disabled', '')
  returnFocus()
  expect(document.activeElement?.id).toBe('remove')
})
