import { expect, test } from 'vitest'
import { lookOfPart, staleAfterMs, type PartState } from '../../../src/renderer/instrument/part.ts'
import { readPart, unreadPart } from '../fixtures/instrument.ts'

const known: PartState<string> = readPart('rows')

test('a value stands, however its last reading went', () => {
  expect(lookOfPart(known, undefined, true)).toEqual({
    kind: 'shown',
    value: 'rows',
    isForbidden: false,
    problem: null,
  })
  expect(lookOfPart({ ...known, problem: 'No answer.' }, undefined, true)).toMatchObject({
    kind: 'shown',
    problem: 'No answer.',
  })
  expect(lookOfPart({ ...known, isForbidden: true }, undefined, true)).toMatchObject({
    kind: 'shown',
    isForbidden: true,
  })
  expect(lookOfPart(known, 'The cache cannot be read.', false)).toMatchObject({ problem: 'The cache cannot be read.' })
})

test('without a value the reason stands in its place', () => {
  expect(lookOfPart({ ...unreadPart, isForbidden: true }, undefined, true)).toEqual({ kind: 'forbidden', why: null })
  expect(lookOfPart({ ...unreadPart, problem: 'No answer.' }, undefined, true)).toEqual({
    kind: 'failed',
    problem: 'No answer.',
  })
  expect(lookOfPart(unreadPart, undefined, true)).toEqual({ kind: 'waiting' })
  expect(lookOfPart(unreadPart, undefined, false)).toEqual({ kind: 'unread' })
  expect(lookOfPart(undefined, undefined, true)).toEqual({ kind: 'waiting' })
  expect(lookOfPart(undefined, 'The cache cannot be read.', true)).toEqual({
    kind: 'failed',
    problem: 'The cache cannot be read.',
  })
})

test('a part is stale once its planned reading is a minute late, and never without a plan', () => {
  expect(staleAfterMs({ ...known, fetchedAt: 1000, nextAt: 6000 })).toBe(65_000)
  expect(staleAfterMs({ ...known, nextAt: null })).toBeUndefined()
})
