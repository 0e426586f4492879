import { expect, test } from 'vitest'
import { loweredLimitWords, forecastWords, savingWords } from '#renderer/lib/words/budget-words.ts'
import { createFormat } from '#shared/text/format.ts'
import { budget } from '../../fixtures/health.ts'

const format = createFormat({ locale: 'en-GB' })
const now = Date.UTC(2026, 2, 2, 9)

test('a lowered request limit is described; the documented limit is not', () => {
  expect(loweredLimitWords(budget)).toBeNull()
  expect(loweredLimitWords({ ...budget, limit: 120 })).toContain('allows about 120 requests a minute instead of 200')
})

test.each([
  [{ symbols: 0, nextAt: null }, 'No prices are on screen.'],
  [{ symbols: 3, nextAt: null }, 'No update is due'],
  [{ symbols: 3, nextAt: now - 5_000 }, 'Prices on screen are being updated.'],
  [{ symbols: 3, nextAt: now + 4_000 }, 'Next update of the prices on screen in 4\u00a0s.'],
])('the forecast %o is written in words', (forecast, words) => {
  expect(forecastWords(forecast, now, format)).toContain(words)
})

test('saving power on battery is described; mains power is not', () => {
  expect(savingWords(budget)).toBeNull()
  expect(savingWords({ ...budget, isSavingPower: true })).toBe('On battery: background updates are less frequent.')
})
