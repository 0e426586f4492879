import { toNumber, type Decimal, divide, multiply, parseDecimal, sign, subtract, toPlaces } from '#shared/decimal.ts'
import type { Quote } from '#shared/model/market.ts'
import type { Mover } from '#shared/model/portfolio.ts'

/** Instrument types whose price may be 0; that of a spread may be negative. */
const typesAtZero: ReadonlySet<string> = new Set(['SPREADS', 'FUTURES', 'OPTIONS', 'SWAPS'])

interface PriceKind {
  /** `price_type` of the trading parameters; `null` if they have not been read. */
  readonly priceType: string | null
  /** Instrument type as the service sends it; `null` if it is not known. */
  readonly type: string | null
}

/** Whether 0 may be the price of an instrument: by its price type, otherwise by its instrument type. */
export function canBeZero({ priceType, type }: PriceKind): boolean {
  if (priceType === 'POSITIVE') return false
  return priceType === 'NON_NEGATIVE' || priceType === 'ANY' || typesAtZero.has(type ?? '')
}

/** Whether an instrument has never traded: the service then sends 0 as last price, close and volume. */
export const isNeverTraded = ({ last, close, volume }: Quote): boolean => [last, close, volume].every(isZero)

const isZero = (value: Decimal | null): boolean => value !== null && toNumber(value) === 0

/** Removes the prices that the service sends as 0 for "none". */
export const withoutPrices = (quote: Quote): Quote => ({ ...quote, last: null, close: null, change: null })

const hundred = '100' as Decimal

/**
 * Returns (last − previous close) / previous close in percent, with two decimal places; `null` unless both are known
 * and the close is above zero.
 */
export function changePercent(quote: Quote | null): Decimal | null {
  if (quote === null || quote.last === null || quote.close === null || sign(quote.close) <= 0) return null
  const percent = divide(multiply(subtract(quote.last, quote.close), hundred), quote.close)
  return percent === null ? null : parseDecimal(toPlaces(percent, 2))
}

/** Returns the instruments with the largest changes of price today, up or down, largest first. */
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
