import { expect, test } from 'vitest'
import { rateDigits } from '#renderer/ui/figures/rate-digits.ts'
import { dec } from '../fixtures/data.ts'

test.each([
  ['92.435', '92.435'],
  ['0.011495957446563915799009', '0.011496'],
  ['0.00669702652022502009108', '0.00669703'],
  ['1.0842312345', '1.08423'],
  ['1234567.89', '1234568'],
])('the rate %s is shown as %s', (rate, shown) => {
  expect(rateDigits(dec(rate))).toBe(shown)
})
