import { expect, test } from 'vitest'
import { unreadSince } from '../../../src/main/sync/unread-since.ts'

const hour = 3_600_000

test('with nothing covered all is unread', () => expect(unreadSince([], 7)).toBe(7))

test('what is covered without a hole is read up to its end', () => {
  expect(unreadSince([{ from: 0, to: 5 * hour }], hour)).toBe(5 * hour)
  expect(
    unreadSince(
      [
        { from: -9 * hour, to: -8 * hour },
        { from: 0, to: 5 * hour },
      ],
      hour,
    ),
  ).toBe(5 * hour)
})

test('a hole behind what is newest is where reading goes on', () => {
  expect(
    unreadSince(
      [
        { from: 0, to: 2 * hour },
        { from: 4 * hour, to: 5 * hour },
      ],
      hour,
    ),
  ).toBe(2 * hour)
  expect(unreadSince([{ from: 4 * hour, to: 5 * hour }], hour)).toBe(hour)
})

test('a hole before the stretch that matters is left alone', () => {
  expect(
    unreadSince(
      [
        { from: 0, to: hour },
        { from: 3 * hour, to: 9 * hour },
      ],
      4 * hour,
    ),
  ).toBe(9 * hour)
})

test('a second too full to be read is no reason to read all again', () => {
  expect(
    unreadSince(
      [
        { from: 0, to: 2 * hour },
        { from: 2 * hour + 1_000, to: 5 * hour },
      ],
      hour,
    ),
  ).toBe(5 * hour)
})
