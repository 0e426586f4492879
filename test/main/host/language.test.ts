import { afterEach, expect, test } from 'vitest'
import { chosenLanguage, followLanguage } from '../../../src/main/host/language.ts'
import { writeTextsIn } from '../../../src/shared/language.ts'
import { m } from '../../../src/shared/messages/messages.js'

afterEach(() => writeTextsIn(() => 'en'))

test('texts follow the setting without a restart', () => {
  let stored: Readonly<Record<string, unknown>> = {}
  followLanguage({ all: () => stored })
  expect(m.common_fees()).toBe('Fees')
  stored = { language: 'ru' }
  expect(m.common_fees()).toBe('Комиссии')
  stored = { language: 'en' }
  expect(m.common_fees()).toBe('Fees')
})

test('a language of another version counts as none', () => {
  expect(chosenLanguage({ all: () => ({ language: 'eo' }) })).toBeNull()
})
