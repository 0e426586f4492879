import { afterEach, beforeEach, expect, test } from 'vitest'
import { logFault } from '../../src/main/fault-log.ts'

const original = process.stderr.write
let written = ''
beforeEach(() => {
  written = ''
  process.stderr.write = (chunk: string | Uint8Array): boolean => {
    written += String(chunk)
    return true
  }
})
afterEach(() => {
  process.stderr.write = original
})

test('a fault is noted with its place, its class and where it came from', () => {
  logFault('accounts.list', new RangeError('S3CRET'))
  expect(written).toMatch(/^tidemark: fault in accounts\.list: RangeError\n\s+at .*fault-log\.test\.ts/)
  expect(written.endsWith('\n')).toBe(true)
})

test.each(['S3CRET', 'two lines\nS3CRET', 'looks like a frame\n    at S3CRET (S3CRET:1:1)', '    at S3CRET'])(
  'its words are not noted: %j',
  (message) => {
    logFault('accounts.list', new Error(message))
    expect(written).toContain('fault in accounts.list: Error')
    expect(written).not.toContain('S3CRET')
  },
)

test('words that were changed after the error was made are not noted either', () => {
  const error = new Error('first\n    at S3CRET')
  error.message = 'second'
  logFault('start', error)
  expect(written).not.toContain('S3CRET')
})

test.each([['text S3CRET'], [{ token: 'S3CRET' }], [undefined], [null]])(
  'what is thrown and is no error is noted by its type: %#',
  (thrown) => {
    logFault('start', thrown)
    expect(written).toBe(`tidemark: fault in start: ${typeof thrown}\n`)
  },
)

test('an error that lost its stack is still noted', () => {
  const error = new Error('S3CRET')
  delete error.stack
  logFault('start', error)
  expect(written).toBe('tidemark: fault in start: Error\n')
})
