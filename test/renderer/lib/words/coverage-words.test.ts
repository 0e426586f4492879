import { expect, test } from 'vitest'
import { coverageWords, isCovered } from '#renderer/lib/words/coverage-words.ts'
import type { HistoryCoverage } from '#shared/model/transaction/history.ts'
import { oldestRecordsAt } from '#shared/period.ts'
import { createFormat } from '#shared/text/format.ts'

const format = createFormat({ locale: 'en-GB' })
const at = (year: number, month = 1, day = 1) => new Date(year, month - 1, day, 12).getTime()
const now = at(2026, 11, 21)
const coverage = (patch: Partial<HistoryCoverage>): HistoryCoverage => ({
  accountId: 'a',
  covered: [],
  gaps: [],
  beginsAt: null,
  unreadable: [],
  missing: null,
  isComplete: false,
  ...patch,
})

test('the words say how far back an account is loaded', () => {
  expect(coverageWords(coverage({}), format)).toBe('nothing is loaded yet')
  expect(coverageWords(coverage({ covered: [{ from: at(2022, 3, 12), to: now }] }), format)).toBe(
    'loaded since 12 Mar 2022, older transactions are not loaded yet',
  )
  expect(coverageWords(coverage({ covered: [{ from: oldestRecordsAt, to: now }] }), format)).toBe(
    'loaded, but where the history begins is not confirmed yet',
  )
})

test('a complete history needs no words; rows that stay missing are named', () => {
  const whole = { covered: [{ from: at(2019), to: now }], beginsAt: at(2019), isComplete: true }
  expect(coverageWords(coverage(whole), format)).toBeNull()
  expect(
    coverageWords(coverage({ ...whole, gaps: [{ from: at(2024, 5, 6), to: at(2024, 5, 6) + 1000 }] }), format),
  ).toMatch(/^some transactions at 6 May 2024, 12:00 are missing/)
})

test('a gap between two loaded intervals is named', () => {
  const words = coverageWords(
    coverage({
      covered: [
        { from: at(2019), to: at(2024, 2, 3) },
        { from: at(2024, 3, 1), to: now },
      ],
      beginsAt: at(2019),
    }),
    format,
  )
  expect(words).toBe('not loaded: 3 Feb 2024 – 1 Mar 2024')
})

test('only the newest gaps are named', () => {
  const covered = [2010, 2011, 2012, 2013, 2014, 2015].map((year) => ({ from: at(year), to: at(year, 6) }))
  const words = coverageWords(coverage({ covered, beginsAt: at(2010) }), format)
  expect(words?.split('; ')).toHaveLength(4)
  expect(words).toMatch(/^not loaded: 1 Jun 2014 – 1 Jan 2015;.*; and 2 more$/)
})

test('a total is complete only when the whole period is loaded', () => {
  const partly = coverage({ covered: [{ from: at(2025), to: now - 1000 }] })
  expect(isCovered([partly], { from: at(2025, 6), to: at(2025, 7) }, now)).toBe(true)
  expect(isCovered([partly], { from: at(2025, 6), to: null }, now)).toBe(true)
  expect(isCovered([partly], { from: at(2024), to: at(2025, 7) }, now)).toBe(false)
  expect(isCovered([partly], { from: null, to: null }, now)).toBe(false)
  expect(isCovered([{ ...partly, beginsAt: at(2025) }], { from: null, to: null }, now)).toBe(true)
  const gap = { ...partly, isComplete: true, gaps: [{ from: at(2025, 6, 15), to: at(2025, 6, 15) + 1000 }] }
  expect(isCovered([gap], { from: at(2025, 6), to: at(2025, 7) }, now)).toBe(false)
  expect(isCovered([gap], { from: at(2025, 8), to: null }, now)).toBe(true)
})

test('one account that is not loaded makes the total incomplete', () => {
  const whole = coverage({ isComplete: true })
  expect(isCovered([whole, coverage({})], { from: at(2025), to: null }, now)).toBe(false)
  expect(isCovered([whole], { from: null, to: null }, now)).toBe(true)
})
