import { expect, test } from 'vitest'
import CurveWords from '#renderer/chart/CurveWords.svelte'
import PriceWords from '#renderer/chart/PriceWords.svelte'
import { parseDecimal, type Decimal } from '#shared/decimal.ts'
import { mountInApp } from '../fixtures/page/mount.ts'

const decimal = (text: string): Decimal => parseDecimal(text)!
const at = Date.UTC(2026, 10, 22, 2, 21)
const single = {
  from: at,
  until: at,
  first: decimal('227.24'),
  last: decimal('227.24'),
  low: decimal('227.24'),
  high: decimal('227.24'),
  change: decimal('0'),
  changePercent: decimal('0'),
  gaps: 0,
}

test('a single price is shown without a change or a range', async () => {
  const { text, end } = await mountInApp(PriceWords, { summary: single, decimals: 2 })
  expect(text()).toMatch(/22 Nov 2026.* one price, 227\.24$/)
  await end()
})

test('a single value is shown without a change or a range', async () => {
  const { text, end } = await mountInApp(CurveWords, { summary: single, currency: 'RUB', showsAll: true })
  expect(text()).toMatch(/^Recording since 22 Nov 2026.* one value, 227\.24\sRUB$/)
  await end()
})

test('the summary of a line has its first and last value, range and gaps', async () => {
  const summary = { ...single, until: at + 60_000, last: decimal('230'), high: decimal('231'), gaps: 2 }
  const { text, end } = await mountInApp(PriceWords, { summary, decimals: 2 })
  expect(text()).toMatch(/from 227\.24 to 230\.00 .* low 227\.24 high 231\.00 2 gaps$/)
  await end()
})
