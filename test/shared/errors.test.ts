import { expect, test } from 'vitest'
import { AppError, errorCodes, isErrorCode } from '#shared/errors.ts'
import { writeTextsIn } from '#shared/language.ts'
import { m } from '#shared/messages/messages.js'

test('an error keeps its code, message and cause', () => {
  const cause = new Error('below')
  const error = new AppError('offline', 'No connection', { cause })
  expect(error).toMatchObject({ name: 'AppError', code: 'offline', message: 'No connection', cause })
  expect(error).toBeInstanceOf(Error)
})

test('the message of an error that is kept follows the language', () => {
  const error = new AppError('offline', m.common_account)
  expect(error.message).toBe('Account')
  writeTextsIn(() => 'ru')
  expect(error.message).toBe('Счёт')
  writeTextsIn(() => 'en')
})

test('isErrorCode accepts every code and nothing else', () => {
  expect(errorCodes.every(isErrorCode)).toBe(true)
  for (const value of ['', 'Offline', 'toString', '__proto__', null, undefined, 0, {}])
    expect(isErrorCode(value)).toBe(false)
})
