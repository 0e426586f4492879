import { afterEach, expect, test } from 'vitest'
import { findFirstField, firstField, keepFocus } from '../../../../src/renderer/lib/keyboard/first-field.ts'

const show = (html: string): void => void (document.body.innerHTML = html)
const element = (selector: string) => document.querySelector<HTMLElement>(selector)!
afterEach(() => document.body.replaceChildren())

test('the first field is a field that can be used, and the chosen one among radio buttons', () => {
  show(`<form><button>x</button><input disabled /><input type="radio" id="a" /><input type="radio" id="b" checked />
    <textarea></textarea></form>`)
  expect(findFirstField(document.body)?.id).toBe('b')
  show('<button>x</button>')
  expect(findFirstField(document.body)).toBeNull()
})

test('a form begins in its first empty field', () => {
  show('<form><input value="https://…" id="a" /><input id="b" /></form>')
  firstField(element('form'))
  expect(document.activeElement?.id).toBe('b')
})

test('the focus goes back to where it was, to the screen if that is gone, and not when it moved on', () => {
  show('<main tabindex="-1"><button id="from"></button><button id="other"></button></main>')
  element('#from').focus()
  let goBack = keepFocus()
  element('#from').blur()
  goBack()
  expect(document.activeElement?.id).toBe('from')
  element('#other').focus()
  goBack()
  expect(document.activeElement?.id).toBe('other')
  goBack = keepFocus()
  element('#other').remove()
  goBack()
  expect(document.activeElement?.tagName).toBe('MAIN')
})
