import { expect, test } from 'vitest'
import { readNumber } from '#renderer/lib/read-number.ts'

test.each([
  ['250.5', '250.5'],
  [' 250,5 ', '250.5'],
  ['0,125', '0.125'],
  ['−10', '-10'],
  ['1 250,75', '1250.75'],
  ['1\u00a0250\u202f000.5', '1250000.5'],
])('a typed %s is %s', (typed, value) => {
  expect(readNumber(typed)).toBe(value)
})

test.each(['', 'abc', '1,250', '-61,250', '1.250,5', '1,250.5', '1 2', '1,2,3', '12 34'])(
  '%s is not accepted',
  (typed) => {
    expect(readNumber(typed)).toBeNull()
  },
)
