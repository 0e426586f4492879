import { afterEach, beforeEach, expect, test } from 'vitest'
import { guardFocus } from '#renderer/lib/keyboard/guard-focus.ts'
import { until } from '../../../fakes/until.ts'

const element = (selector: string) => document.querySelector<HTMLElement>(selector)!
const focused = () => document.activeElement?.id
const isAt = (id: string) => until(focused, (at) => at === id, 2_000)
let end: () => void
beforeEach(() => {
  document.body.innerHTML = `<main tabindex="-1" id="main"><p><button id="offer"></button></p>
    <section><button id="a"></button><span><button id="b"></button></span><button id="c"></button></section></main>`
  end = guardFocus()
})
afterEach(() => {
  end()
  document.body.replaceChildren()
})
const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

test('the focus moves to the next control when the one that has it is removed, then to the one before', async () => {
  element('#b').focus()
  element('#b').remove()
  await isAt('c')
  element('#c').remove()
  await isAt('a')
})

test('without another control at the place the screen has the focus', async () => {
  element('section').remove()
  element('#offer').focus()
  element('p').remove()
  await isAt('main')
})

test('a control that is disabled by its own action gives the focus to the next one', async () => {
  element('#b').focus()
  // As in a browser, a disabled button loses the focus.
  element('#b').blur()
  element('#b').setAttribute('disabled', '')
  await isAt('c')
})

test('what removes a control chooses the focus itself if it wants to', async () => {
  element('#b').focus()
  element('#b').remove()
  element('#offer').focus()
  await painted()
  expect(focused()).toBe('offer')
})

test('a click on the empty page takes the focus away for good', async () => {
  element('#b').focus()
  element('main').dispatchEvent(new Event('pointerdown', { bubbles: true }))
  element('#b').blur()
  element('#b').remove()
  await painted()
  expect(document.activeElement).toBe(document.body)
})

test('in an open dialog the focus stays in it', async () => {
  document.body.insertAdjacentHTML(
    'beforeend',
    '<dialog open><div><button id="next"></button></div><button id="close"></button></dialog>',
  )
  element('#next').focus()
  element('dialog div').replaceChildren()
  await isAt('close')
})

test('a control that its own action disables gives the focus to the next one, although the browser takes it later', async () => {
  element('#b').focus()
  element('#b').setAttribute('disabled', '')
  expect(focused()).toBe('b')
  await isAt('c')
})
