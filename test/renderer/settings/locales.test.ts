import { afterEach, expect, test } from 'vitest'
import { localeChoices } from '#renderer/settings/locales.ts'
import { writeTextsIn } from '#shared/language.ts'

afterEach(() => writeTextsIn(() => 'en'))

test('a locale that is not in the list, or is malformed, is offered unchanged', () => {
  expect(localeChoices('is-IS')[0]).toEqual({ value: 'is-IS', label: 'Icelandic (Iceland)' })
  expect(localeChoices('x!')[0]).toEqual({ value: 'x!', label: 'x!' })
})

test('locales are named in the language of the app', () => {
  writeTextsIn(() => 'ru')
  expect(localeChoices('x!').map(({ label }) => label)).toEqual(
    expect.arrayContaining(['x!', 'Русский (Россия)', 'Французский (Франция)']),
  )
})
