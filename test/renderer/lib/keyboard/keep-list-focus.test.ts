import { tick } from 'svelte'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepListFocus } from '#renderer/lib/keyboard/keep-list-focus.ts'
import '../../fixtures/page/dom.ts'

const item = (id: string) => `<li><button id="${id}">1</button><button id="${id}-2">2</button></li>`
const find = (selector: string) => document.querySelector<HTMLElement>(selector) ?? expect.fail(selector)
const focused = () => document.activeElement?.id
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

let end: (() => void) | void
beforeEach(() => {
  document.body.innerHTML = `<main id="main" tabindex="-1"><ul>${item('a')}${item('b')}${item('c')}</ul></main>`
  end = keepListFocus(find('ul'))
})
afterEach(() => {
  end?.()
  document.body.replaceChildren()
})

test('when the focused item is removed, the focus moves to the same control of the next item, or of the previous one at the end', async () => {
  find('#a').focus()
  find('#b-2').focus()
  await settle()
  find('#b').parentElement?.remove()
  await settle()
  expect(focused()).toBe('c-2')
  find('#c').parentElement?.remove()
  await settle()
  expect(focused()).toBe('a-2')
})

test('when the focused control is replaced, its replacement gets the focus', async () => {
  find('#b').focus()
  find('#b').outerHTML = '<button id="new">1</button>'
  await settle()
  expect(focused()).toBe('new')
})

test('when the list is removed, the screen gets the focus', async () => {
  find('#a').focus()
  find('ul').remove()
  end?.()
  await tick()
  expect(focused()).toBe('main')
})

test('a list without the focus does not take the focus', async () => {
  find('#b').focus()
  find('#b').blur()
  await settle()
  find('#a').parentElement?.remove()
  await settle()
  expect(document.activeElement).toBe(document.body)
})
