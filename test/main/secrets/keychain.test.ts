import { afterEach, expect, test } from 'vitest'
import { ready, unused } from '#main/secrets/keychain.ts'
import { writeTextsIn } from '#shared/language.ts'

afterEach(() => writeTextsIn(() => 'en'))

test('a state that was found before the language changed is written in the new language', () => {
  expect([unused.message, ready.message]).toEqual(['The keychain has not been used yet', 'The keychain works'])
  writeTextsIn(() => 'ru')
  expect(unused.message).toBe('Хранилище ключей ещё не использовалось')
})
