import type { Day } from './day.ts'
import type { CurveShape } from './curve.ts'

/** What the demo knows of one instrument. Prices of bonds are in percent of face. */
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
  /** Pieces on a usual day. */
  readonly dailyVolume: number
  /** The last moment of its trading; null for one without an end. */
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
  /** A year's, in percent of face. */
  readonly couponPercent: number
  readonly couponPeriodDays: number
  readonly issuedOn: Day
  readonly maturesOn: Day
  /** How many equal parts of the face are paid back over the last coupons; 0 for all at the end. */
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

type Given = Pick<Instrument, 'ticker' | 'mic' | 'type' | 'name' | 'currency' | 'basePrice' | 'volatility'>

/** Fills in what follows from the rest: symbol, price step, sizes. */
export function defineInstrument(given: Given & Partial<Instrument>): Instrument {
  return {
    symbol: `${given.ticker}@${given.mic}`,
    id: '',
    board: '',
    isin: '',
    beta: given.type === 'EQUITIES' || given.type === 'FUNDS' ? 0.5 : 0,
    ...priceStep(given.basePrice),
    lotSize: 1,
    dailyVolume: Math.round(4e8 / given.basePrice),
    endsAt: null,
    ...given,
  }
}

/** A step that suits a price: about one in five to fifty thousand. */
function priceStep(price: number): { decimals: number; minStep: number } {
  if (price >= 20_000) return { decimals: 0, minStep: 1 }
  if (price >= 2000) return { decimals: 1, minStep: 5 }
  if (price >= 20) return { decimals: 2, minStep: price >= 500 ? 10 : 1 }
  if (price >= 2) return { decimals: 3, minStep: price >= 10 ? 5 : 1 }
  return { decimals: price >= 0.2 ? 4 : 5, minStep: 1 }
}
