import { afterEach, expect, test } from 'vitest'
import { chosenLanguage, followBrowser, followLanguage } from '#main/host/language.ts'
import { writeTextsIn } from '#shared/language.ts'
import { m } from '#shared/messages/messages.js'

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

test('without a setting, the texts follow the browser that asks', () => {
  let stored: Readonly<Record<string, unknown>> = {}
  followLanguage({ all: () => stored })
  followBrowser('de-DE,ru;q=0.8,en;q=0.5')
  expect(m.common_fees()).toBe('Комиссии')
  for (const saysNothing of [undefined, '*', '']) followBrowser(saysNothing)
  expect(m.common_fees()).toBe('Комиссии')
  stored = { language: 'en' }
  expect(m.common_fees()).toBe('Fees')
  stored = {}
  followBrowser('en-GB')
  expect(m.common_fees()).toBe('Fees')
})

test('a language of another version counts as none', () => {
  expect(chosenLanguage({ all: () => ({ language: 'eo' }) })).toBeNull()
})
