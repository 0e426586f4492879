import { afterEach, expect, test } from 'vitest'
import { writeTextsIn } from '#shared/language.ts'
import { eraseWords, isEraseWords } from '#shared/text/erase-words.ts'

afterEach(() => writeTextsIn(() => 'en'))

test('the typed confirmation is accepted in both languages, whatever the current language is', () => {
  for (const language of ['en', 'ru'] as const) {
    writeTextsIn(() => language)
    expect(isEraseWords(eraseWords())).toBe(true)
    expect([' Delete everything ', 'Удалить всё', 'удалить все'].map(isEraseWords)).toEqual([true, true, true])
    expect(['', 'delete', 'удалить'].map(isEraseWords)).toEqual([false, false, false])
  }
})
