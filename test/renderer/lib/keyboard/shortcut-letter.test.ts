import { expect, test } from 'vitest'
import { isQuestionMark, isSlash, letterOf } from '../../../../src/renderer/lib/keyboard/shortcut-letter.ts'

test.each([
  ['QWERTY', 'g', 'KeyG', 'g'],
  ['QWERTY with Shift', 'H', 'KeyH', 'h'],
  ['Dvorak: the letter that is typed counts', 'g', 'KeyU', 'g'],
  ['AZERTY: the letter that is typed counts', 'a', 'KeyQ', 'a'],
  ['AZERTY: a digit needs no Shift', '&', 'Digit1', '1'],
  ['Russian: the position counts', 'п', 'KeyG', 'g'],
  ['Russian with Shift', 'Р', 'KeyH', 'h'],
  ['Greek', 'κ', 'KeyK', 'k'],
  ['a letter of its own on a Latin layout is no shortcut', 'ş', 'Semicolon', ''],
  ['ñ is no shortcut', 'ñ', 'KeyN', ''],
  ['a Russian letter where Latin layouts have a mark', 'ж', 'Semicolon', ''],
  ['a key that moves', 'ArrowDown', 'ArrowDown', ''],
])('%s', (_, key, code, letter) => {
  expect(letterOf({ key, code })).toBe(letter)
})

test('? and / are found on Latin and Russian layouts', () => {
  expect(isQuestionMark({ key: '?', code: 'Slash', shiftKey: true })).toBe(true)
  expect(isQuestionMark({ key: '?', code: 'Digit7', shiftKey: true })).toBe(true)
  expect(isQuestionMark({ key: ',', code: 'Slash', shiftKey: true })).toBe(true)
  expect(isQuestionMark({ key: ',', code: 'Comma', shiftKey: false })).toBe(false)
  expect(isSlash({ key: '/', code: 'Slash' })).toBe(true)
  expect(isSlash({ key: '.', code: 'Slash' })).toBe(true)
  expect(isSlash({ key: '.', code: 'Period' })).toBe(false)
  expect(isSlash({ key: '-', code: 'Slash' })).toBe(false)
})
