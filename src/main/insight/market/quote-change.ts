import { divide, multiply, parseDecimal, sign, subtract, toPlaces, type Decimal } from '../../../shared/decimal.ts'
import type { Quote } from '../../../shared/model/market.ts'
import type { Mover } from '../../../shared/model/portfolio.ts'

const hundred = '100' as Decimal

/** (last − previous close) / previous close in percent, two decimal places; `null` unless both are known and the close is above zero. */
export function changePercent(quote: Quote | null): Decimal | null {
  if (quote === null || quote.last === null || quote.close === null || sign(quote.close) <= 0) return null
  const percent = divide(multiply(subtract(quote.last, quote.close), hundred), quote.close)
  return percent === null ? null : parseDecimal(toPlaces(percent, 2))
}

/** The instruments with the largest moves today, up or down, largest first. */
export function findMovers(
  quotes: readonly Quote[],
  factsOf: (symbol: string) => Pick<Mover, 'name' | 'priceDecimals'>,
  maxCount = 8,
): Mover[] {
  return quotes
    .flatMap((quote) => {
      const percent = changePercent(quote)
      if (percent === null || sign(percent) === 0) return []
      const { name, priceDecimals } = factsOf(quote.symbol)
      return [
        {
          symbol: quote.symbol,
          name,
          priceDecimals,
          last: quote.last,
          changePercent: percent,
          quoteAt: quote.at,
        },
      ]
    })
    .sort((a, b) => Math.abs(Number(b.changePercent)) - Math.abs(Number(a.changePercent)))
    .slice(0, maxCount)
}
