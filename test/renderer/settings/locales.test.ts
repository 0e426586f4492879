import { expect, test } from 'vitest'
import { localeChoices } from '../../../src/renderer/settings/locales.ts'

test('a locale of another make is offered as it is', () => {
  expect(localeChoices('is-IS')[0]).toEqual({ value: 'is-IS', label: 'Icelandic (Iceland)' })
  expect(localeChoices('x!')[0]).toEqual({ value: 'x!', label: 'x!' })
})
