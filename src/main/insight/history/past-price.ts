import type { Decimal } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import type { Money } from '#shared/model/values.ts'
import { costOf, type LedgerRow } from '../ledger/row.ts'
import type { HoldingPoint } from '../ledger/series/holding-sums.ts'
import type { SymbolFacts } from '../ledger/symbol-facts.ts'
import { magnitude, unitPlaces } from '../lots/units.ts'

/** The data of an instrument that its value needs. Amounts in units of 10⁻¹⁸. */
export interface PricedInstrument {
  /** The instrument type as the service sends it; `null` while it is not known. */
  readonly type: string | null
  /** The currency of its value; `null` while it is not known. */
  readonly currency: string | null
  /** The face value of a bond today. */
  readonly face: bigint | null
  readonly contractSize: bigint | null
  readonly facts: SymbolFacts
}

/** The value of one piece as an exact fraction in `currency`; `at` is the time of the price (UTC ms). */
export interface PastPrice {
  readonly numerator: bigint
  readonly denominator: bigint
  readonly currency: string
  readonly at: number
  /** Whether the price is in percent of the face value on the day of valuation. */
  readonly isPercent: boolean
}

const one = 10n ** BigInt(unitPlaces)
const pricedPerPiece: readonly (string | null)[] = ['EQUITIES', 'FUNDS', 'CURRENCIES']

/**
 * The face value of a bond at a time (UTC ms), in units, from its repayments before and after; `null` if it is not
 * known.
 */
export function faceAt(
  { face, facts: { amortizations, facesKnownFrom } }: PricedInstrument,
  at: number,
): bigint | null {
  if (facesKnownFrom !== undefined && at < facesKnownFrom) return null
  const [before, after] = [amortizations.findLast((event) => event.at <= at), amortizations.find((e) => e.at > at)]
  if (after !== undefined) return after.denominator
  return before === undefined ? face : before.denominator - before.numerator
}

/** The time of the next change of the face value after a time (UTC ms); `Infinity` if there is none. */
export const nextFaceAt = ({ facts: { amortizations } }: PricedInstrument, at: number): number =>
  amortizations.find((event) => event.at > at)?.at ?? Infinity

/**
 * Reads a quoted price (units) as the value of a piece; `null` if type or currency of the instrument do not say what
 * the price means, and for prices that are not positive.
 */
export function quotedPrice(price: bigint, at: number, instrument: PricedInstrument): PastPrice | null {
  const { type, currency, contractSize } = instrument
  if (currency === null || price <= 0n) return null
  if (pricedPerPiece.includes(type)) return { numerator: price, denominator: one, currency, at, isPercent: false }
  if (type === 'BONDS') return { numerator: price, denominator: one, currency, at, isPercent: true }
  if (type !== 'OPTIONS' || contractSize === null) return null
  return { numerator: price * contractSize, denominator: one * one, currency, at, isPercent: false }
}

/**
 * The value of a piece by a trade: its price, or its money without accrued interest divided by the pieces if the price
 * has no clear meaning (a bond without a known face value, an unknown type). `null` if neither gives a price.
 */
export function tradedPrice(row: LedgerRow, pieces: bigint, instrument: PricedInstrument): PastPrice | null {
  if (row.trade === null) return null
  const { at, currency } = row
  return priceOfTrade({ at, currency, pieces, price: row.trade.price, cost: costOf(row, pieces) }, instrument)
}

/** The parts of a trade from which a price is calculated. */
interface PricedTrade {
  /** UTC ms. */
  readonly at: number
  readonly price: bigint | null
  readonly pieces: bigint
  /** The cost of the pieces without accrued interest; `null` if it is not known. */
  readonly cost: bigint | null
  /** The currency of the cost. */
  readonly currency: string | null
}

/** As `tradedPrice`, from the known parts of a trade. */
export function priceOfTrade(trade: PricedTrade, instrument: PricedInstrument): PastPrice | null {
  const { at, price, pieces, cost } = trade
  if (instrument.facts.isFuture || pieces === 0n) return null
  const currency = instrument.currency ?? trade.currency
  const isReadable = instrument.type !== 'BONDS' || faceAt(instrument, at) !== null
  const quoted = price === null || !isReadable ? null : quotedPrice(price, at, { ...instrument, currency })
  if (quoted !== null) return quoted
  if (cost === null || cost === 0n || trade.currency === null) return null
  return { numerator: magnitude(cost), denominator: magnitude(pieces), currency: trade.currency, at, isPercent: false }
}

/**
 * The value of pieces at a time (UTC ms), in units, rounded toward zero; `null` if the face value of a bond is not
 * known.
 */
export function valueOf(pieces: bigint, price: PastPrice, instrument: PricedInstrument, at: number): bigint | null {
  if (!price.isPercent) return (pieces * price.numerator) / price.denominator
  const face = faceAt(instrument, at)
  return face === null ? null : (pieces * price.numerator * face) / (price.denominator * 100n * one)
}

/** The price of an own trade of a currency instrument, in the form of a quote. */
export interface RateTrade {
  readonly symbol: string
  /** UTC ms. */
  readonly at: number
  readonly price: Decimal
}

/** The past of some accounts as derived from their rows, before conversion. Times are UTC ms. */
export interface DerivedPast {
  /** Whether all rows of all accounts are loaded; otherwise nothing is derived. */
  readonly isLoaded: boolean
  /** Whether the rows lead to the balances that the service reports today; otherwise no past value is known. */
  readonly isCertain: boolean
  /** The symbols and currencies whose balances differ. */
  readonly differing: string[]
  /** In time order. `parts`: cash and values by currency; `null` if the value of a held instrument is not known. */
  readonly moments: readonly {
    readonly at: number
    readonly parts: readonly Money[] | null
    readonly oldestPriceAt: number | null
  }[]
  /** The sum that came in from outside on a UTC day (negative: left); `at` is the start of the day. */
  readonly flows: readonly (Money & { readonly at: number })[]
  /**
   * The number of rows that may be such flows but are not counted: rows of unknown kind, and pieces of unknown value.
   */
  readonly notCounted: number
  /** Past rates from own trades of currency instruments: the last price of each UTC day, in time order. */
  readonly rateTrades: readonly RateTrade[]
}

/** A split: `before` pieces become `after` pieces. */
export interface SplitRatio {
  readonly before: bigint
  readonly after: bigint
}

/** Accounts may book the same split on different days, at most this far apart. */
export const sameSplitMs = 10 * dayMs

/** The time of the last split in any account (UTC ms); `null` without one. */
export const lastSplitAt = (points: readonly HoldingPoint[]): number | null =>
  points.reduce<number | null>(
    (last, { splitAt }) => (splitAt === null ? last : Math.max(last ?? splitAt, splitAt)),
    null,
  )

/**
 * The value of a piece now by the newest own trade; `null` if no trade gives one. `points`: the holdings of the
 * instrument in all accounts. A price is not yet adjusted for a split if its account held no pieces at that time; it is
 * then adjusted by `ratioSince` its time (UTC ms; `null` if the ratio is not clear). A price that is not in percent of
 * the face value is invalid after a repayment.
 */
export function lastTradePrice(
  points: readonly HoldingPoint[],
  instrument: PricedInstrument,
  ratioSince: (at: number) => SplitRatio | null,
): PastPrice | null {
  const splitAt = lastSplitAt(points) ?? -Infinity
  const repaidAt = Math.max(...points.map((point) => point.repaidAt ?? -Infinity), -Infinity)
  const traded = points.filter(({ lastTrade }) => lastTrade !== null)
  traded.sort((a, b) => (b.lastTrade?.at ?? 0) - (a.lastTrade?.at ?? 0))
  for (const { lastTrade, splitAt: ownSplitAt } of traded) {
    const price = lastTrade === null ? null : priceOfTrade(lastTrade, instrument)
    if (lastTrade === null || price === null || (!price.isPercent && repaidAt >= price.at)) continue
    const isScaled = price.at >= splitAt || splitAt - (ownSplitAt ?? -Infinity) < sameSplitMs
    const ratio = isScaled ? (lastTrade.split ?? { before: 1n, after: 1n }) : ratioSince(price.at)
    if (ratio === null) return null
    return { ...price, numerator: price.numerator * ratio.before, denominator: price.denominator * ratio.after }
  }
  return null
}
