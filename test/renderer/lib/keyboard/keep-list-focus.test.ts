import { tick } from 'svelte'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepListFocus } from '../../../../src/renderer/lib/keyboard/keep-list-focus.ts'
import '../../fixtures/page/dom.ts'

const item = (id: string) => `<li><button id="${id}">1</button><button id="${id}-2">2</button></li>`
const of = (selector: string) => document.querySelector<HTMLElement>(selector) ?? expect.fail(selector)
const focused = () => document.activeElement?.id
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

let end: (() => void) | void
beforeEach(() => {
  document.body.innerHTML = `<main id="main" tabindex="-1"><ul>${item('a')}${item('b')}${item('c')}</ul></main>`
  end = keepListFocus(of('ul'))
})
afterEach(() => {
  end?.()
  document.body.replaceChildren()
})

test('when a focused item is removed, the same control of the next item gets the focus, or of the previous item at the end', async () => {
  of('#a').focus()
  of('#b-2').focus()
  await settle()
  of('#b').parentElement?.remove()
  await settle()
  expect(focused()).toBe('c-2')
  of('#c').parentElement?.remove()
  await settle()
  expect(focused()).toBe('a-2')
})

test('when a focused control is replaced, its replacement gets the focus', async () => {
  of('#b').focus()
  of('#b').outerHTML = '<button id="new">1</button>'
  await settle()
  expect(focused()).toBe('new')
})

test('when the list is removed, the screen gets the focus', async () => {
  of('#a').focus()
  of('ul').remove()
  end?.()
  await tick()
  expect(focused()).toBe('main')
})

test('a list without the focus does not take it', async () => {
  of('#b').focus()
  of('#b').blur()
  await settle()
  of('#a').parentElement?.remove()
  await settle()
  expect(document.activeElement).toBe(document.body)
})
