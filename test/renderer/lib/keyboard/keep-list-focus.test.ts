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

test('an item that is removed leaves the focus to the same control of the next one, the last one to the one before', async () => {
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

test('a control that makes way for another one leaves the focus to what is in its place', async () => {
  of('#b').focus()
  of('#b').outerHTML = '<button id="new">1</button>'
  await settle()
  expect(focused()).toBe('new')
})

test('once the list is gone the screen has the focus', async () => {
  of('#a').focus()
  of('ul').remove()
  end?.()
  await tick()
  expect(focused()).toBe('main')
})

test('a list that the person has left takes nothing back', async () => {
  of('#b').focus()
  of('#b').blur()
  await settle()
  of('#a').parentElement?.remove()
  await settle()
  expect(document.activeElement).toBe(document.body)
})
