import { readCurrency } from '#shared/currency-code.ts'
import type { InstrumentDetails } from '#shared/model/instrument.ts'

/** The data of a currency instrument in the list of all instruments. */
export interface CurrencyInstrument {
  readonly symbol: string
  readonly ticker: string
  readonly name: string
}

/** An instrument whose price is the amount of `quote` for `units` of `base`. */
export interface Pair {
  readonly symbol: string
  readonly name: string
  readonly base: string
  readonly quote: string
  /** `null` if the service does not state it. */
  readonly units: number | null
  /** Whether reference data are read, and whether they agree with the ticker. */
  readonly state: 'confirmed' | 'not-read' | 'other-currency'
  /** A lower number goes first: a pair without a settlement day is quoted around the clock. */
  readonly priority: number
}

const settlementDays = ['', 'TOM', 'TOD', 'SPT']
/** `EURUSD`, `USD/CNY`. */
const plain = /^([A-Z]{3})[/_.-]?([A-Z]{3})$/
/** `CNYRUB_TOM`, `EUR_RUB__TOM`, `EURUSD000TOM`. */
const settled = /^([A-Z]{3})_?([A-Z]{3})(?:_*|0*)(TOM|TOD|SPT)$/
/**
 * `USD000UTSTOM`, `CNY000000TOD`: the Moscow Exchange prices these in roubles, and the ticker names only one currency.
 */
const inRoubles = /^([A-Z]{3})0{3,6}(?:UTS)?(TOM|TOD)$/

/** Currencies whose price is for one unit on every market. Some markets quote others for 10, 100 or more units. */
const quotedByUnit = new Set(['USD', 'EUR', 'GBP', 'CHF', 'CNY', 'AUD', 'CAD', 'NZD', 'SGD', 'BYN', 'AED'])
const isoCodes = new Set(Intl.supportedValuesOf('currency'))
/** Replaces older codes, which exchanges still use. */
const canonical = (code: string): string => readCurrency(code) ?? code

/**
 * Reads a currency instrument as a pair; `null` if its ticker does not name two currencies. The quote currency of the
 * reference data decides: if the ticker differs from it, the instrument prices something else. The number of units is
 * stated in the name ("Kazakhstani tenge (100)"), or is 1 by the convention of the currency; the lot size is never
 * used.
 */
export function readPair(instrument: CurrencyInstrument, details: InstrumentDetails | null): Pair | null {
  const { symbol, ticker } = instrument
  const pair = readTicker(ticker)
  if (pair === null) return null
  const { base, quote, day } = pair
  const name = details?.name || instrument.name
  return {
    symbol,
    name,
    base,
    quote,
    units: statedUnits(name) ?? (quotedByUnit.has(base) ? 1 : null),
    state: stateOf(details, quote),
    priority: settlementDays.indexOf(day),
  }
}

interface TickerOfPair {
  readonly base: string
  readonly quote: string
  /** Empty if the ticker names no settlement day. */
  readonly day: string
}

/** Reads the two currencies that a ticker names: the price is in `quote`. `null` if it does not name two. */
export function readTicker(ticker: string): TickerOfPair | null {
  const [, base = '', quote = '', day = ''] = splitTicker(ticker.toUpperCase())
  return isoCodes.has(base) && isoCodes.has(quote) && base !== quote ? { base, quote, day } : null
}

function splitTicker(ticker: string): readonly string[] {
  const twoCurrencies = plain.exec(ticker) ?? settled.exec(ticker)
  if (twoCurrencies !== null) return [...twoCurrencies].map(canonical)
  const [, base = '', day = ''] = inRoubles.exec(ticker) ?? []
  return [ticker, canonical(base), 'RUB', day]
}

function stateOf(details: InstrumentDetails | null, quote: string): Pair['state'] {
  if (details?.quoteCurrency == null) return 'not-read'
  const isSame = details.type === 'CURRENCIES' && canonical(details.quoteCurrency) === quote
  return isSame ? 'confirmed' : 'other-currency'
}

/** A power of ten in brackets at the end of the name, or after "per" or "за". */
function statedUnits(name: string): number | null {
  const stated = /\((10{0,6})\)\s*$/.exec(name) ?? /(?:^|\s)(?:per|за)\s+(10{0,6})(?=\s|$)/iu.exec(name)
  return stated?.[1] === undefined ? null : Number(stated[1])
}
