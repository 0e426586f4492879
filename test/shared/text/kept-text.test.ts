import { afterEach, expect, test } from 'vitest'
import { writeTextsIn } from '#shared/language.ts'
import { m } from '#shared/messages/messages.js'
import { keepText, keptText } from '#shared/text/kept-text.ts'

afterEach(() => writeTextsIn(() => 'en'))

test('a kept text is read in the language of the moment, whatever language it was made in', () => {
  writeTextsIn(() => 'ru')
  const kept = keepText(() => m.errors_the_service_has_a_problem_status({ status: 503 }))
  const russian = keptText(kept)
  writeTextsIn(() => 'en')
  expect(keptText(kept)).toBe(m.errors_the_service_has_a_problem_status({ status: 503 }))
  expect(russian).toMatch(/[а-я]/)
})

test.each(['The service refused it', '', '{broken', '{}', 'null'])(
  'a text of an older version is unchanged: %s',
  (text) => expect(keptText(text)).toBe(text),
)

test('a text that lacks the current language is read in another one', () => {
  expect(keptText('{"de":"Fehler"}')).toBe('Fehler')
})
