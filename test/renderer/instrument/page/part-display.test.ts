import { expect, test } from 'vitest'
import { displayOf, isCurrent, staleAfterMs, type PartState } from '#renderer/instrument/page/part-display.ts'
import { readPart, unreadPart } from '../../fixtures/instrument.ts'

const known: PartState<string> = readPart('rows')

test('a value stays on screen, even if the last update failed', () => {
  expect(displayOf(known, undefined, true)).toEqual({
    kind: 'shown',
    value: 'rows',
    isForbidden: false,
    problem: null,
  })
  expect(displayOf({ ...known, problem: 'No answer.' }, undefined, true)).toMatchObject({
    kind: 'shown',
    problem: 'No answer.',
  })
  expect(displayOf({ ...known, isForbidden: true }, undefined, true)).toMatchObject({
    kind: 'shown',
    isForbidden: true,
  })
  expect(displayOf(known, 'The cache cannot be read.', false)).toMatchObject({ problem: 'The cache cannot be read.' })
})

test('without a value, the reason for it is shown', () => {
  expect(displayOf({ ...unreadPart, isForbidden: true }, undefined, true)).toEqual({ kind: 'forbidden', why: null })
  expect(displayOf({ ...unreadPart, problem: 'No answer.' }, undefined, true)).toEqual({
    kind: 'failed',
    problem: 'No answer.',
  })
  expect(displayOf(unreadPart, undefined, true)).toEqual({ kind: 'waiting' })
  expect(displayOf(unreadPart, undefined, false)).toEqual({ kind: 'unread' })
  expect(displayOf(undefined, undefined, true)).toEqual({ kind: 'waiting' })
  expect(displayOf(undefined, 'The cache cannot be read.', true)).toEqual({
    kind: 'failed',
    problem: 'The cache cannot be read.',
  })
})

test('a part is stale when its planned update is a minute late; without a planned update it is never stale', () => {
  expect(staleAfterMs({ ...known, fetchedAt: 1000, nextAt: 6000 })).toBe(65_000)
  expect(staleAfterMs({ ...known, nextAt: null })).toBeUndefined()
})

test('a part shows its age only when its planned update is late, or when none is planned', () => {
  const readAt = known.fetchedAt!
  const planned = { ...known, nextAt: readAt + 60_000 }
  expect(isCurrent(planned, readAt + 120_000)).toBe(true)
  expect(isCurrent(planned, readAt + 120_001)).toBe(false)
  expect(isCurrent({ ...known, nextAt: null }, readAt)).toBe(false)
  expect(isCurrent(unreadPart, readAt)).toBe(true)
})
