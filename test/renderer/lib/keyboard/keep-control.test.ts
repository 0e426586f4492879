import { afterEach, expect, test } from 'vitest'
import { keepControl } from '#renderer/lib/keyboard/keep-control.ts'
import { until } from '../../../fakes/until.ts'

const show = (html: string): void => void (document.body.innerHTML = html)
const element = (selector: string) => document.querySelector<HTMLElement>(selector)!
const focused = () => document.activeElement?.id
afterEach(() => document.body.replaceChildren())

const english =
  '<main tabindex="-1" id="main"><p>a</p><label><input type="radio" value="ru" id="en-ru" /></label></main>'
const russian = english.replace('en-ru', 'ru-ru')

test('the control at the same place has the focus again as soon as it is there, and the screen until then', async () => {
  show(english)
  element('#en-ru').focus()
  const restore = keepControl()
  show('<main tabindex="-1" id="main"></main>')
  restore()
  expect(focused()).toBe('main')
  show(russian)
  await until(focused, (id) => id === 'ru-ru')
})

test('another control at that place is not the same one', async () => {
  show(english)
  element('#en-ru').focus()
  const restore = keepControl()
  show(russian.replace('value="ru"', 'value="de"'))
  restore()
  expect(focused()).toBe('main')
})

test('a focus that the user moves stays there', async () => {
  show(english)
  element('#en-ru').focus()
  const restore = keepControl()
  show('<main tabindex="-1" id="main"></main><button id="next"></button>')
  restore()
  element('#next').focus()
  element('#main').innerHTML = element('#main').innerHTML + '<p></p>'
  await new Promise((resolve) => setTimeout(resolve))
  expect(focused()).toBe('next')
})

test('without a focus the screen gets it as soon as there is one', async () => {
  show('<form></form>')
  keepControl()()
  show('<main tabindex="-1" id="main"></main>')
  await until(focused, (id) => id === 'main')
})
