import { afterEach, expect, test } from 'vitest'
import { writeTextsIn } from '#shared/language.ts'
import { cancelWords, keepCancelWords } from '#shared/text/cancel-words.ts'

afterEach(() => writeTextsIn(() => 'en'))

test('a stored step is read in the current language', () => {
  const stored = keepCancelWords('still-shown', 'ORDER_STATUS_PARTIALLY_FILLED')
  expect(cancelWords(stored)).toBe('The list still shows “partly filled”.')
  writeTextsIn(() => 'ru')
  expect(cancelWords(stored)).toBe('В списке по-прежнему «исполнена частично».')
})

test('a message of the service and a step of an older version are shown unchanged', () => {
  expect(cancelWords(keepCancelWords('message', '["sent",""]'))).toBe('["sent",""]')
  for (const old of ['Sent to the service.', '["unheard of",""]', '["sent"', '[]', ''])
    expect(cancelWords(old)).toBe(old)
})
