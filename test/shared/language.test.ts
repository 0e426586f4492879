import { expect, test } from 'vitest'
import { languageOf, languages, offersLanguages } from '../../src/shared/language.ts'

test('a chosen language wins over that of the system', () => {
  for (const language of languages) expect(languageOf(language, ['de-DE', 'ru-RU', 'en-US'])).toBe(language)
})

test('the language of the system counts once all texts are translated', () => {
  expect(languageOf(null, ['de-DE', 'ru-RU', 'en-US'])).toBe(offersLanguages ? 'ru' : 'en')
  expect(languageOf(null, ['de-DE', 'ja'])).toBe('en')
})
