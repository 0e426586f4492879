import type { Day } from '../values/day.ts'
import type { CurveShape } from './curve.ts'

/** One instrument of the demo. Bond prices are in percent of face value. */
export interface Instrument extends CurveShape {
  readonly id: string
  readonly ticker: string
  readonly mic: string
  readonly board: string
  readonly isin: string
  readonly type: 'EQUITIES' | 'BONDS' | 'FUTURES' | 'OPTIONS' | 'FUNDS' | 'CURRENCIES' | 'INDICES'
  readonly name: string
  readonly decimals: number
  /** In units of the last decimal. */
  readonly minStep: number
  readonly lotSize: number
  readonly currency: string
  /** Pieces traded on an average day. */
  readonly dailyVolume: number
  /** When trading ends (UTC ms); null for never. */
  readonly endsAt: number | null
  readonly bond?: Bond
  readonly future?: Future
  readonly option?: Option
  /** Symbols of an index's constituents. */
  readonly constituents?: readonly string[]
  readonly sector?: readonly [sector: string, subSector: string]
}

export interface Bond {
  readonly initialFace: number
  readonly currency: string
  /** Annual, in percent of face value. */
  readonly couponPercent: number
  readonly couponPeriodDays: number
  readonly issuedOn: Day
  readonly maturesOn: Day
  /** In how many equal parts the face is repaid with the last coupons; 0 repays all at maturity. */
  readonly amortizations: number
  readonly offerOn: Day | null
}

interface Future {
  readonly underlying: Instrument
  readonly factor: number
  readonly expiresOn: Day
}

interface Option {
  readonly underlying: Instrument
  readonly kind: 'CALL' | 'PUT'
  readonly strike: number
  readonly root: string
  readonly expiresOn: Day
  readonly contractSize: number
}

type RequiredFields = Pick<Instrument, 'ticker' | 'mic' | 'type' | 'name' | 'currency' | 'basePrice' | 'volatility'>

/** Completes an instrument with its symbol, price step and default sizes. */
export function defineInstrument(fields: RequiredFields & Partial<Instrument>): Instrument {
  return {
    symbol: `${fields.ticker}@${fields.mic}`,
    id: '',
    board: '',
    isin: '',
    beta: fields.type === 'EQUITIES' || fields.type === 'FUNDS' ? 0.5 : 0,
    ...priceStep(fields.basePrice),
    lotSize: 1,
    dailyVolume: Math.round(4e8 / fields.basePrice),
    endsAt: null,
    ...fields,
  }
}

/** A price step of about 1/5,000 to 1/50,000 of the price. */
function priceStep(price: number): { decimals: number; minStep: number } {
  if (price >= 20_000) return { decimals: 0, minStep: 1 }
  if (price >= 2000) return { decimals: 1, minStep: 5 }
  if (price >= 20) return { decimals: 2, minStep: price >= 500 ? 10 : 1 }
  if (price >= 2) return { decimals: 3, minStep: price >= 10 ? 5 : 1 }
  return { decimals: price >= 0.2 ? 4 : 5, minStep: 1 }
}
