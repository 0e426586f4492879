import { expect, test } from 'vitest'
import { terminalLanguages } from '#main/host/terminal-language.ts'

test('the first variable that is set names the language of a terminal', () => {
  expect(terminalLanguages({ LC_ALL: 'ru_RU.UTF-8', LANG: 'en_US.UTF-8' })).toEqual(['ru-RU'])
  expect(terminalLanguages({ LC_ALL: '', LC_MESSAGES: 'de_DE@euro', LANG: 'en_US.UTF-8' })).toEqual(['de-DE'])
  expect(terminalLanguages({ LANG: 'C.UTF-8' })).toEqual(['C'])
})

test('without a variable it is the language of the system', () => {
  expect(terminalLanguages({})).toEqual([new Intl.DateTimeFormat().resolvedOptions().locale])
})
