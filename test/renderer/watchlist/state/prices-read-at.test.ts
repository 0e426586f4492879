import { expect, test } from 'vitest'
import { pricesReadAt } from '#renderer/watchlist/state/prices-read-at.ts'
import type { QuoteRow } from '#shared/model/watchlist.ts'
import { hour, minute, second } from '../../fixtures/data.ts'
import { quotes } from '../../fixtures/market.ts'

const now = 10 * hour
const row = (ageMs: number | null, state: QuoteRow['market']['state'] = 'open'): QuoteRow => ({
  ...quotes(now)[0]!,
  market: { state, changesAt: null },
  fetchedAt: ageMs === null ? null : now - ageMs,
})

test('the oldest price of an open market that is not stale decides the age', () => {
  const rows = [row(2 * second), row(40 * second), row(hour), row(hour, 'closed'), row(null)]
  expect(pricesReadAt(rows, now)).toEqual({ at: now - 40 * second, isStale: false })
})

test('prices of closed markets are never stale', () => {
  expect(pricesReadAt([row(hour, 'closed'), row(2 * hour, 'closed')], now)).toEqual({ at: now - hour, isStale: false })
})

test('when all prices of open markets are stale, the newest price decides the age', () => {
  expect(pricesReadAt([row(3 * minute), row(hour)], now)).toEqual({ at: now - 3 * minute, isStale: true })
})

test('without a price there is no age', () => {
  expect(pricesReadAt([row(null), row(null)], now)).toEqual({ at: null, isStale: false })
  expect(pricesReadAt([], now)).toEqual({ at: null, isStale: false })
})
