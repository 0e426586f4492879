import { afterEach, expect, test } from 'vitest'
import { nearestControl, placeOf } from '#renderer/lib/keyboard/focus-place.ts'

afterEach(() => document.body.replaceChildren())
const element = (selector: string) => document.querySelector<HTMLElement>(selector)!

test('the nearest control is one that Tab reaches, not dangerous, and the selected one of radio buttons', () => {
  document.body.innerHTML = `<main><section><button id="first"></button><button id="gone"></button>
    <button class="danger"></button><a href="#/x" tabindex="-1">x</a><input type="radio" name="r" />
    <input type="radio" name="r" id="chosen" checked /></section></main>`
  const place = placeOf(element('#gone'))
  element('#gone').remove()
  expect(nearestControl(place)?.id).toBe('chosen')
  element('#chosen').remove()
  expect(nearestControl(place)?.id).toBe('first')
  element('section').remove()
  expect(nearestControl(place)).toBeNull()
})
