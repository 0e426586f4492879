import { expect, test } from 'vitest'
import { localeChoices } from '../../../src/renderer/settings/locales.ts'

test('a locale that is not in the list, or is malformed, is offered unchanged', () => {
  expect(localeChoices('is-IS')[0]).toEqual({ value: 'is-IS', label: 'Icelandic (Iceland)' })
  expect(localeChoices('x!')[0]).toEqual({ value: 'x!', label: 'x!' })
})
