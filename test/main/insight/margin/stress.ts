import type { MarginRow } from '#main/insight/margin/margin-positions.ts'
import { stressMargin, type StressInputs } from '#main/insight/margin/stress-margin.ts'
import type { PriceShock } from '#shared/model/margin.ts'
import { makeBook } from '../currency/book.ts'
import { d, makeAccount } from '../make.ts'

export const row = (
  symbol: string,
  value: string | null,
  requirement: string | null,
  over: Partial<MarginRow> = {},
): MarginRow => ({
  symbol,
  name: null,
  type: 'EQUITIES',
  currency: 'RUB',
  value: value === null ? null : d(value),
  maintenanceMargin: requirement === null ? null : d(requirement),
  ...over,
})

export const stated = (maintenance: string | null) =>
  ({
    kind: 'mc',
    availableCash: null,
    initialMargin: null,
    maintenanceMargin: maintenance === null ? null : d(maintenance),
  }) as const

export function stress({
  equity = '1000',
  maintenance = '600',
  rows = [row('A@M', '2000', '600')],
  ...over
}: {
  equity?: string | null
  maintenance?: string | null
  rows?: readonly MarginRow[]
  cash?: readonly (readonly [string, string])[]
} & Partial<Omit<StressInputs, 'account' | 'rows' | 'cash'>> = {}) {
  const { cash = [], ...given } = over as typeof over & { cash?: readonly (readonly [string, string])[] }
  const account = makeAccount({
    equity: equity === null ? null : d(equity),
    portfolio: stated(maintenance),
    cash: cash.map(([amount, currency]) => ({ amount: d(amount), currency })),
  })
  const to = makeBook('RUB', { 'USDRUB@M': { price: '90' } })
  return stressMargin({ account, rows, currency: { currency: 'RUB', inferred: false }, to, shocks: [], ...given })
}

export const all = (percent: string): PriceShock => ({ by: 'all', key: null, percent: d(percent) })
