import { expect, test } from 'vitest'
import { languageOf, languages } from '#shared/language.ts'

test('a chosen language takes precedence over the languages of the system', () => {
  for (const language of languages) expect(languageOf(language, ['de-DE', 'ru-RU', 'en-US'])).toBe(language)
})

test('without a choice, the first language of the system that has texts is used', () => {
  expect(languageOf(null, ['de-DE', 'ru-RU', 'en-US'])).toBe('ru')
  expect(languageOf(null, ['de-DE', 'ja'])).toBe('en')
})
