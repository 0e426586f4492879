import { expect, test } from 'vitest'
import { ceilingWords, forecastWords, savingWords } from '../../../src/renderer/lib/budget-words.ts'
import { createFormat } from '../../../src/shared/format.ts'
import { budget } from '../fixtures/health.ts'

const format = createFormat({ locale: 'en-GB' })
const now = Date.UTC(2026, 2, 2, 9)

test('a limit below the documented one is said with its figure; the full one is nothing to say', () => {
  expect(ceilingWords(budget)).toBeNull()
  expect(ceilingWords({ ...budget, limit: 120 })).toContain('allows about 120 a minute now, not 200')
})

test.each([
  [{ symbols: 0, nextAt: null }, 'No prices are on screen.'],
  [{ symbols: 3, nextAt: null }, 'No price on screen is due'],
  [{ symbols: 3, nextAt: now - 5_000 }, 'Prices on screen are being refreshed.'],
  [{ symbols: 3, nextAt: now + 4_000 }, 'Next refresh of what is on screen in 4\u00a0s.'],
])('%o in words', (forecast, words) => {
  expect(forecastWords(forecast, now, format)).toContain(words)
})

test('a computer on battery is told of, one on mains is not', () => {
  expect(savingWords(budget)).toBeNull()
  expect(savingWords({ ...budget, isSavingPower: true })).toBe(
    'On battery: what nobody waits for is asked more seldom.',
  )
})
