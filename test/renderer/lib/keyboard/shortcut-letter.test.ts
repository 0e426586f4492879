import { expect, test } from 'vitest'
import { isQuestionMark, isSlash, letterOf } from '#renderer/lib/keyboard/shortcut-letter.ts'

test.each([
  ['QWERTY', 'g', 'KeyG', 'g'],
  ['QWERTY with Shift', 'H', 'KeyH', 'h'],
  ['Dvorak: the typed letter is used', 'g', 'KeyU', 'g'],
  ['AZERTY: the typed letter is used', 'a', 'KeyQ', 'a'],
  ['AZERTY: a digit needs no Shift', '&', 'Digit1', '1'],
  ['Russian: the position of the key is used', 'п', 'KeyG', 'g'],
  ['Russian with Shift', 'Р', 'KeyH', 'h'],
  ['Greek', 'κ', 'KeyK', 'k'],
  ['a special letter of a Latin layout is not a shortcut', 'ş', 'Semicolon', ''],
  ['ñ is not a shortcut', 'ñ', 'KeyN', ''],
  ['a Russian letter at the position of a Latin punctuation mark', 'ж', 'Semicolon', ''],
  ['an arrow key', 'ArrowDown', 'ArrowDown', ''],
])('%s', (_, key, code, letter) => {
  expect(letterOf({ key, code })).toBe(letter)
})

test('? and / are recognized on Latin and Russian layouts', () => {
  expect(isQuestionMark({ key: '?', code: 'Slash', shiftKey: true })).toBe(true)
  expect(isQuestionMark({ key: '?', code: 'Digit7', shiftKey: true })).toBe(true)
  expect(isQuestionMark({ key: ',', code: 'Slash', shiftKey: true })).toBe(true)
  expect(isQuestionMark({ key: ',', code: 'Comma', shiftKey: false })).toBe(false)
  expect(isSlash({ key: '/', code: 'Slash' })).toBe(true)
  expect(isSlash({ key: '.', code: 'Slash' })).toBe(true)
  expect(isSlash({ key: '.', code: 'Period' })).toBe(false)
  expect(isSlash({ key: '-', code: 'Slash' })).toBe(false)
})
