import { parseDecimal, type Decimal } from '#shared/decimal.ts'
import type { Account } from '#shared/model/account.ts'

/** Ten digits: far more precise than any price change. */
export function decimalOf(price: number): Decimal {
  const places = Math.min(20, Math.max(0, 9 - Math.floor(Math.log10(price))))
  const decimal = parseDecimal(price.toFixed(places))
  if (decimal === null) throw new Error(`${String(price)} cannot be written as a price`)
  return decimal
}

const one = decimalOf(1)

export const positionOf = (symbol: string, price: number): Account['positions'][number] => ({
  symbol,
  quantity: one,
  averagePrice: null,
  currentPrice: decimalOf(price),
  maintenanceMargin: null,
  dailyPnl: null,
  unrealizedPnl: null,
})
