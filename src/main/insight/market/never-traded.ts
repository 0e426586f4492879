import { toNumber, type Decimal } from '../../../shared/decimal.ts'
import type { Quote } from '../../../shared/model/market.ts'

/** Types whose price may be 0, and of a spread below it. */
const typesAtZero: ReadonlySet<string> = new Set(['SPREADS', 'FUTURES', 'OPTIONS', 'SWAPS'])

interface PriceKind {
  /** `price_type` of the trading parameters; `null` where they were not read. */
  readonly priceType: string | null
  /** Type of the instrument as sent; `null` where it is not known. */
  readonly type: string | null
}

/** Whether 0 may be the price of an instrument: by its price type, and where that is not stated by its type. */
export function canBeZero({ priceType, type }: PriceKind): boolean {
  if (priceType === 'POSITIVE') return false
  return priceType === 'NON_NEGATIVE' || priceType === 'ANY' || typesAtZero.has(type ?? '')
}

/** Where nothing ever traded the service states 0 as last price, close and volume. */
export const isNeverTraded = ({ last, close, volume }: Quote): boolean => [last, close, volume].every(isZero)

const isZero = (value: Decimal | null): boolean => value !== null && toNumber(value) === 0

/** The quote without the prices that a service states as 0 for "none". */
export const withoutPrices = (quote: Quote): Quote => ({ ...quote, last: null, close: null, change: null })
