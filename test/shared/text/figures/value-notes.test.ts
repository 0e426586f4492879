import { expect, test } from 'vitest'
import { inLanguage } from '#shared/language.ts'
import { orderNoteWords, valueNoteWords } from '#shared/text/figures/value-notes.ts'

test('a note names the formula, or what is missing with its values', () => {
  expect(valueNoteWords({ code: 'bond' })).toBe('Quantity × price % × face value')
  expect(valueNoteWords({ code: 'future-of-two-currencies', quoted: 'USD', margin: 'RUB' })).toMatch(
    /it is quoted in USD, its margin is in RUB$/,
  )
})

test('the note of an order says of which part of it the formula is, in the language of the reader', () => {
  const note = { code: 'what-remains', formula: { code: 'by-piece' } } as const
  expect(orderNoteWords(note)).toBe('What remains: quantity × price')
  expect(inLanguage('ru', () => orderNoteWords(note))).toMatch(/^[А-Я].*: [а-я].*×/)
  expect(orderNoteWords({ code: 'no-face-value' })).toBe('The face value is unknown')
})
