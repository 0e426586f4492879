import { afterEach, expect, test } from 'vitest'
import { writeTextsIn } from '../../../src/shared/language.ts'
import { cancelWords, keepCancelWords } from '../../../src/shared/text/cancel-words.ts'

afterEach(() => writeTextsIn(() => 'en'))

test('a step that was kept is read in the language of now', () => {
  const kept = keepCancelWords('still-shown', 'ORDER_STATUS_PARTIALLY_FILLED')
  expect(cancelWords(kept)).toBe('The list still shows “partly filled”.')
  writeTextsIn(() => 'ru')
  expect(cancelWords(kept)).toBe('В списке по-прежнему «исполнена частично».')
})

test('a message of the service, and a step of an older version, stay as they are', () => {
  expect(cancelWords(keepCancelWords('message', '["sent",""]'))).toBe('["sent",""]')
  for (const old of ['Sent to the service.', '["unheard of",""]', '["sent"', '[]', ''])
    expect(cancelWords(old)).toBe(old)
})
