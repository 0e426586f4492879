import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanLines, cleanName, cleanText, withoutAnyHidden, withoutHidden } from '#shared/clean-text.ts'
import { OwnName } from '#shared/model/values.ts'

test.each([
  ['marks and overrides of the direction', 'SBER\u202Eexe.gnp\u2066\u200F\u200E\u061C@MISX', 'SBERexe.gnp@MISX'],
  ['tag characters', `Apple${String.fromCodePoint(0xe0049, 0xe0067, 0xe006e, 0xe007f)} Inc.`, 'Apple Inc.'],
  ['characters without width', 'S\u200BB\u2060E\uFEFFR\u00AD\u034F\u180E', 'SBER'],
  ['letters without a shape', 'a\u115F\u1160\u3164\uFFA0b', 'ab'],
  ['a flood of variation selectors', `x${'\uFE0F'.repeat(50)}${'\u{E0101}'.repeat(50)}y`, 'xy'],
  ['annotations', '\uFFF9a\uFFFAb\uFFFB', 'ab'],
  ['escapes of a terminal', '\u001B]0;owned\u0007\u001B[31mred\u009B2J', ' ]0;owned [31mred 2J'],
  ['breaks', 'one\r\ntwo\u2028three\u0085four\tfive', 'one two three four five'],
  ['half of a pair', 'a\uD800b', 'a\uFFFDb'],
  ['noncharacters', 'a\uFFFEb\uFFFF\uFDD0\u{1FFFE}', 'a\uFFFDb\uFFFD\uFFFD\uFFFD'],
  ['blank signs', 'a\u2800\u2800b\u{1D159}c\u{13441}', 'a b c '],
  ['marks before the first letter', '\u0301\u0489 a', ' a'],
  ['chains of joiners', `a${'\u200D'.repeat(50)}b${'\u200C\u200D'.repeat(50)}`, 'ab'],
])('%s are not left in a text', (_, text, clean) => {
  expect(cleanText(text)).toBe(clean)
})

test.each([
  'ПАО «Сбербанк России», ао',
  'شركة الاتصالات السعودية',
  'בנק הפועלים 100%',
  'می‌خواهم',
  'क्‍ष',
  '👩‍👩‍👧 ❤️ 🇷🇺 👍🏽 🏳️‍🌈',
  'a\u0301\u0327 Z͑ͫ',
  'Société Générale',
  '東京電力',
])('%s stays as it is', (text) => {
  expect(cleanText(text)).toBe(text)
})

test('marks over one letter are limited', () => {
  expect(cleanText(`Z${'\u0351'.repeat(100)}`)).toBe(`Z${'\u0351'.repeat(8)}`)
})

test('joiners between marks do not make a tower of them', () => {
  const tower = cleanText(`ش${'\u0651\u200D'.repeat(200)}ش`)
  expect(tower.match(/\p{M}/gu)).toHaveLength(8)
})

test.each(['\u200B\u2066\u{E0041}', '\u3164\u115F\u1160', '\u2800', '\u00A0 \u3000', '\u0301\u20DD', '\n\t', ''])(
  'a name of which nothing can be seen is empty (%j)',
  (name) => expect(cleanName(name)).toBe(''),
)

const parts = fc.constantFrom(
  ...['a', 'я', 'ش', '1', ' ', '👩', '❤', '🏽', '🇷', '\u200D', '\u200C', '\uFE0F', '\uFE0E', '\u202E', '\u2069'],
  ...['\u0651', '\u0651\u200D'.repeat(9), '\u0301'.repeat(9), '\u2800', '\uFFFE'],
  ...['\u{E0041}', '\n', '\t', '\u001B', '\u0301', '\uD800', '\u2028', '\uFFF9', '\u00AD'],
)
const text = fc.oneof(
  fc.array(parts, { maxLength: 12 }).map((all) => all.join('')),
  fc.string({ unit: 'binary', maxLength: 12 }),
)

test('a clean text has no control characters and no direction controls, and cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(text, (raw) => {
      const clean = cleanText(raw)
      expect(clean).not.toMatch(
        /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u2800\u{E0000}-\u{E0FFF}]|^\p{M}|\p{M}{9}/u,
      )
      expect(cleanText(clean)).toBe(clean)
      expect(withoutHidden(clean)).toBe(clean)
      expect(withoutAnyHidden(raw)).not.toMatch(/\p{Default_Ignorable_Code_Point}/u)
    }),
  )
})

test('lines stay lines', () => {
  expect(cleanLines('one\u202E\ntwo\r\nthree')).toBe('one\ntwo \nthree')
  expect(withoutHidden('one\u202E\r\n\ttwo')).toBe('one\r\n\ttwo')
})

test('a name that the user typed, or that came from another computer, is clean', () => {
  expect(OwnName.parse(' my\u202E list\u{E0041}\n2 ')).toBe('my list 2')
  for (const unseen of ['\u200B\u2066', '\u2800']) expect(OwnName.safeParse(unseen).success).toBe(false)
})
