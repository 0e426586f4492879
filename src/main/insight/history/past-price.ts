import type { Decimal } from '../../../shared/decimal.ts'
import { dayMs } from '../../../shared/durations.ts'
import type { Money } from '../../../shared/model/values.ts'
import type { SymbolFacts } from '../ledger/symbol-facts.ts'
import { costOf, type LedgerRow } from '../ledger/row.ts'
import type { HoldingPoint } from '../ledger/series/state.ts'
import { magnitude, unitPlaces } from '../lots/units.ts'

/** What must be known about an instrument to value it. Amounts in units of 10⁻¹⁸. */
export interface PricedInstrument {
  /** As the service sends it; `null` while it is not known. */
  readonly type: string | null
  /** Of its value; `null` while it is not known. */
  readonly currency: string | null
  /** Today's face value of a bond. */
  readonly face: bigint | null
  readonly contractSize: bigint | null
  readonly facts: SymbolFacts
}

/** The value of a piece as an exact quotient in `currency`, seen at `at` (UTC ms). */
export interface PastPrice {
  readonly numerator: bigint
  readonly denominator: bigint
  readonly currency: string
  readonly at: number
  /** In percent of the face value of the day that is valued. */
  readonly isPercent: boolean
}

const one = 10n ** BigInt(unitPlaces)
const pricedPerPiece: readonly (string | null)[] = ['EQUITIES', 'FUNDS', 'CURRENCIES']

/** A bond's face value at a time (UTC ms): before and after each repayment; `null` if it is not known. */
export function faceAt({ face, facts: { amortizations } }: PricedInstrument, at: number): bigint | null {
  const [before, after] = [amortizations.findLast((event) => event.at <= at), amortizations.find((e) => e.at > at)]
  if (after !== undefined) return after.denominator
  return before === undefined ? face : before.denominator - before.numerator
}

/** When the face value is the next time another one after a time (UTC ms); `Infinity` where it never is. */
export const nextFaceAt = ({ facts: { amortizations } }: PricedInstrument, at: number): number =>
  amortizations.find((event) => event.at > at)?.at ?? Infinity

/** A quoted price (units) of an instrument; `null` if the meaning of the price does not follow from its type or currency. */
export function quotedPrice(price: bigint, at: number, instrument: PricedInstrument): PastPrice | null {
  const { type, currency, contractSize } = instrument
  if (currency === null || price <= 0n) return null
  if (pricedPerPiece.includes(type)) return { numerator: price, denominator: one, currency, at, isPercent: false }
  if (type === 'BONDS') return { numerator: price, denominator: one, currency, at, isPercent: true }
  if (type !== 'OPTIONS' || contractSize === null) return null
  return { numerator: price * contractSize, denominator: one * one, currency, at, isPercent: false }
}

/**
 * What a trade says about the value of a piece: its price, or where that cannot be read as one (a bond without a known face
 * value, an unknown type) the money without accrued interest by the pieces. `null` if neither gives a price.
 */
export function tradedPrice(row: LedgerRow, pieces: bigint, instrument: PricedInstrument): PastPrice | null {
  if (row.trade === null) return null
  const { at, currency } = row
  return priceOfTrade({ at, currency, pieces, price: row.trade.price, cost: costOf(row, pieces) }, instrument)
}

/** The parts of a trade that give a price. */
interface PricedTrade {
  /** UTC ms. */
  readonly at: number
  readonly price: bigint | null
  readonly pieces: bigint
  /** Of the pieces, without accrued interest; `null` if it is not known. */
  readonly cost: bigint | null
  /** Of the cost. */
  readonly currency: string | null
}

/** The same as `tradedPrice`, from the known parts of a trade. */
function priceOfTrade(trade: PricedTrade, instrument: PricedInstrument): PastPrice | null {
  const { at, price, pieces, cost } = trade
  if (instrument.facts.isFuture || pieces === 0n) return null
  const currency = instrument.currency ?? trade.currency
  const isReadable = instrument.type !== 'BONDS' || faceAt(instrument, at) !== null
  const quoted = price === null || !isReadable ? null : quotedPrice(price, at, { ...instrument, currency })
  if (quoted !== null) return quoted
  if (cost === null || cost === 0n || trade.currency === null) return null
  return { numerator: magnitude(cost), denominator: magnitude(pieces), currency: trade.currency, at, isPercent: false }
}

/** The value of pieces at a time (UTC ms), in units rounded toward zero; `null` if a bond's face value is not known. */
export function valueOf(pieces: bigint, price: PastPrice, instrument: PricedInstrument, at: number): bigint | null {
  if (!price.isPercent) return (pieces * price.numerator) / price.denominator
  const face = faceAt(instrument, at)
  return face === null ? null : (pieces * price.numerator * face) / (price.denominator * 100n * one)
}

/** The price of an own trade of a currency instrument, as a quote states it. */
export interface RateTrade {
  readonly symbol: string
  /** UTC ms. */
  readonly at: number
  readonly price: Decimal
}

/** The past of some accounts as it follows from their rows, before anything is converted. Times in UTC ms. */
export interface DerivedPast {
  /** Whether all rows of all accounts are loaded; otherwise nothing follows. */
  readonly isWhole: boolean
  /** Whether the rows give what the service states today; otherwise no past worth is known. */
  readonly isCertain: boolean
  /** The symbols and currencies that differ. */
  readonly inDoubt: string[]
  /** Ascending. `parts`: cash and values by currency; `null` if the value of a held instrument is not known. */
  readonly moments: readonly {
    readonly at: number
    readonly parts: readonly Money[] | null
    readonly oldestPriceAt: number | null
  }[]
  /** What came in from outside on a UTC day, negative for what left; `at` is the start of the day. */
  readonly flows: readonly (Money & { readonly at: number })[]
  /** Rows that may be such flows and are not in them: of unknown kind, or pieces of unknown value. */
  readonly notCounted: number
  /** What own trades of currency instruments say of past rates: the last price of each UTC day, ascending. */
  readonly rateTrades: readonly RateTrade[]
}

/** `before` pieces became `after`. */
export interface SplitRatio {
  readonly before: bigint
  readonly after: bigint
}

/** Accounts book one split on different days. */
const sameSplitMs = 10 * dayMs

export const lastSplitAt = (points: readonly HoldingPoint[]): number | null =>
  points.reduce<number | null>(
    (last, { splitAt }) => (splitAt === null ? last : Math.max(last ?? splitAt, splitAt)),
    null,
  )

/**
 * What the newest own trade says about the value of a piece now; `null` if none says anything. `points`: the holdings of the
 * instrument in all accounts. A price that its own account did not scale by a split, because it had no pieces left, is scaled
 * by `ratioSince` its time (UTC ms; `null` if that is not clear). One that is not in percent of the face is void after a
 * repayment.
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
