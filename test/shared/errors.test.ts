import { expect, test } from 'vitest'
import { AppError, errorCodes, isErrorCode } from '../../src/shared/errors.ts'

test('an error keeps its code, message and cause', () => {
  const cause = new Error('below')
  const error = new AppError('offline', 'No connection', { cause })
  expect(error).toMatchObject({ name: 'AppError', code: 'offline', message: 'No connection', cause })
  expect(error).toBeInstanceOf(Error)
})

test('isErrorCode accepts every code and nothing else', () => {
  expect(errorCodes.every(isErrorCode)).toBe(true)
  for (const value of ['', 'Offline', 'toString', '__proto__', null, undefined, 0, {}])
    expect(isErrorCode(value)).toBe(false)
})
