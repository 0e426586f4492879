import { divide, multiply, sign, subtract, type Decimal } from './decimal.ts'
import type { Overview } from './model/portfolio.ts'

const hundred = '100' as Decimal

/**
 * The day's profit in percent of the equity before it. `null` unless both figures are complete and have the same currency:
 * the base currency, or the currency of the accounts.
 */
export function dayPercent(
  overview: Pick<Overview, 'equity' | 'equityCurrency' | 'dailyPnl' | 'total' | 'day'>,
): Decimal | null {
  const { equity, dailyPnl, total, day } = overview
  if (total !== null && day !== null) {
    const isComplete = [total, day].every(({ notConverted, missing }) => notConverted.length + missing.length === 0)
    return isComplete ? percentOfBefore(day.amount, total.amount) : null
  }
  const [sole, ...further] = dailyPnl.amounts
  if (equity === null || sole === undefined || further.length > 0 || dailyPnl.missing.length > 0) return null
  return sole.currency === overview.equityCurrency?.currency ? percentOfBefore(sole.amount, equity) : null
}

/** A profit in percent of the equity before it; `null` unless that equity is above zero. */
export function percentOfBefore(profit: Decimal | null, equity: Decimal | null): Decimal | null {
  if (profit === null || equity === null) return null
  const before = subtract(equity, profit)
  return sign(before) > 0 ? divide(multiply(profit, hundred), before, 6) : null
}
