import { expect, test } from 'vitest'
import { createFormat } from '../../../src/shared/text/format.ts'
import { sessionWords, splitSessions, sumFigure } from '../../../src/renderer/overview/headline/headline-words.ts'
import type { ConvertedSum } from '../../../src/shared/model/currency.ts'
import { dec, money } from '../fixtures/data.ts'

const format = createFormat({ locale: 'en-GB' })
const writeDate = (date: string): string => `on ${date}`

test('the session of a profit is named: today, a weekday of the last week, or a date', () => {
  expect(sessionWords('2026-11-22', '2026-11-22', writeDate)).toBe('since the previous close')
  expect(sessionWords('2026-11-20', '2026-11-22', writeDate)).toBe('Friday’s session')
  expect(sessionWords('2026-11-15', '2026-11-22', writeDate)).toBe('on 2026-11-15’s session')
})

test('the session of most instruments is the main session; other sessions are beside it', () => {
  const session = (day: string, count: number) => ({ day, count, amount: dec('1'), names: [] })
  const [friday, sunday] = [session('2026-11-20', 12), session('2026-11-22', 1)]
  expect(splitSessions([sunday, friday])).toEqual({ main: friday, beside: [sunday] })
  expect(splitSessions([])).toEqual({ main: null, beside: [] })
})

test('positions that a sum does not include are counted once and named with the reason', () => {
  const sum: ConvertedSum = {
    ...{ currency: 'RUB', amount: dec('5'), parts: [], rates: [], missing: ['Swiss', 'Future'] },
    notConverted: [{ ...money('CHF', '7'), problem: 'no-instrument', names: ['Swiss'] }],
  }
  const figure = sumFigure(sum, format)
  expect(figure.note).toBe('2 positions not included')
  expect(figure.detail).toContain('no instrument of the service prices this currency: Swiss')
  expect(figure.detail).toContain('Unknown, therefore not included: Swiss, Future')
})

test('a large count has the number format of the user', () => {
  const missing = Array.from({ length: 1_234 }, (_, index) => `Instrument ${index}`)
  const sum = { currency: 'RUB', amount: dec('5'), parts: [], rates: [], notConverted: [], missing }
  expect(sumFigure(sum, format).note).toBe('1,234 positions not included')
  expect(sumFigure(sum, createFormat({ locale: 'de-DE' })).note).toBe('1.234 positions not included')
})
