import { expect, test } from 'vitest'
import {
  coverageShareWords,
  percentOf,
  reasonWords,
  remainderWords,
  uncoveredWords,
  xirrWords,
} from '#renderer/performance/view/figure-words.ts'
import { createFormat } from '#shared/text/format.ts'
import { dec } from '../../fixtures/data.ts'

const format = createFormat({ locale: 'en-GB' })
const twr = { ...{ total: 0.1, reason: null, coveredShare: 0.99999, knownShare: 0.5, gaps: [] }, from: 0, to: 1 }

test('a share becomes a percentage with two decimal places; an unknown share stays unknown', () => {
  expect([percentOf(0.08125), percentOf(-1), percentOf(null), percentOf(Number.NaN)]).toEqual([
    '8.13',
    '-100',
    null,
    null,
  ])
})

test('a total loss is a rate; no rate and several rates are described in words', () => {
  expect(xirrWords({ roots: [-1], reason: null, periodReturn: null }, format).rate).toBe(-1)
  expect(xirrWords({ roots: [], reason: 'no-rate', periodReturn: null }, format)).toEqual({
    rate: null,
    words: 'No rate of return fits the deposits and values.',
  })
  expect(xirrWords({ roots: [-0.5, 0.2, 3], reason: 'several-rates', periodReturn: null }, format).words).toBe(
    '3 rates fit the same flows: -50.00%, 20.00%, 300.00%. None is chosen.',
  )
})

test('an incomplete coverage is never rounded up to 100%', () => {
  expect(coverageShareWords(twr, format)).toBe('99.9% of the days have a return, 50.0% a known value.')
  expect(coverageShareWords({ ...twr, coveredShare: 1 }, format)).toContain('100.0% of the days have a return')
  expect(coverageShareWords(null, format)).toBe('No two days of this period have a known value.')
})

test('a return that is not known says why', () => {
  const unknown = { ...twr, total: null, reason: 'low-coverage' as const, coveredShare: 0.5 }
  expect(coverageShareWords(unknown, format)).toBe(
    'Too few days have a return. 50.0% of the days have a return, 50.0% a known value.',
  )
  expect(uncoveredWords({ coveredDays: 90, twr: unknown })).toBe('Too few days have a return.')
})

test('too few covered days are counted; other reasons are not guessed', () => {
  expect(uncoveredWords({ coveredDays: 1, twr })).toBe('Needs 60 days with a known return; there is 1.')
  expect(uncoveredWords({ coveredDays: 60, twr })).toBe('Not known for this period.')
})

test('a part of the remainder names its reason and up to three instruments', () => {
  const part = { reason: 'unknown-cost' as const, amount: dec('5') }
  expect(remainderWords({ ...part, symbols: [] })).toBe('pieces whose cost is not known')
  expect(remainderWords({ ...part, symbols: ['A', 'B', 'C', 'D', 'E'] })).toBe(
    'pieces whose cost is not known (A, B, C and 2 more)',
  )
})

test('known figures need no reason', () => {
  expect(reasonWords({ reason: null })).toBeNull()
  expect(reasonWords({ reason: 'not-loaded' })?.title).toBe('History not loaded yet')
})
