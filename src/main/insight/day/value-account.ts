import { type Decimal, zero } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import type { PastDayNote, PastDayPrice } from '#shared/model/ledger/past-day.ts'
import type { Money } from '#shared/model/values.ts'
import { maxPriceAgeMs } from '../history/past-equity.ts'
import { faceAt, quotedPrice, valueOf, type PastPrice, type PricedInstrument } from '../history/past-price.ts'
import { formatUnits, parseUnits, roundedQuotient, unitPlaces } from '../lots/units.ts'
import type { PastHolding, PastAccountState } from './account-replay.ts'

/** The newest recorded quote of a symbol at or before a time (UTC ms); `null` without one. */
export type QuoteAt = (symbol: string, at: number) => { readonly at: number; readonly last: Decimal } | null

interface ValuedHolding {
  readonly price: PastDayPrice | null
  /** In units of 10⁻¹⁸ of `currency`; `null` if it is not known, and for a future. */
  readonly value: bigint | null
  readonly currency: string | null
  readonly note: PastDayNote | null
}

type Priced = Pick<PastHolding, 'symbol' | 'traded' | 'splitAt'>

const one = 10n ** BigInt(unitPlaces)
const shownPlaces = 12

/**
 * Values pieces before a time (UTC ms) at the newest price until then. On the same UTC day a quote is used before a
 * trade. A later price, the cost or zero is never used as the price. Money of repayments that is due is part of the value,
 * and so are lent pieces, without the money that is to be paid for them.
 */
export function valueHolding(
  { pieces: present, due, lent, ...held }: Priced & Pick<PastHolding, 'pieces' | 'due' | 'lent'>,
  instrument: PricedInstrument,
  at: number,
  quoteAt: QuoteAt,
): ValuedHolding {
  const { currency } = instrument
  if (instrument.facts.isFuture) return { price: null, value: null, currency, note: 'future' }
  // The end of a day is the start of the next day, whose quotes and repayments are not yet known.
  const found = newestPrice(held, instrument, at - 1, quoteAt)
  const pieces = present === null ? null : present - (lent?.pieces ?? 0n)
  // Nothing is left of a bond that is repaid as a whole.
  if (pieces === 0n || (pieces !== null && faceAt(instrument, at - 1) === 0n))
    return { price: null, value: due, currency, note: null }
  if (found === null) return unknownValue(null, currency, pieces === null ? 'unknown-pieces' : 'no-price')
  const price = showPrice(found, instrument, at)
  if (pieces === null) return unknownValue(price, found.price.currency, 'unknown-pieces')
  const value = valueOf(pieces, found.price, instrument, at - 1)
  if (value === null) return unknownValue(price, found.price.currency, 'no-face-value')
  const { currency: own } = found.price
  const owed = lent?.owed ?? new Map<string, bigint>()
  // Amounts of two currencies are not added.
  if ([...owed.keys()].some((each) => each !== own)) return unknownValue(price, own, 'lent')
  return {
    price,
    value: value + due - (owed.get(own) ?? 0n),
    currency: own,
    note: price.ageMs > maxPriceAgeMs ? 'old-price' : lent === undefined ? null : 'lent',
  }
}

const unknownValue = (price: PastDayPrice | null, currency: string | null, note: PastDayNote): ValuedHolding => ({
  price,
  value: null,
  currency,
  note,
})

interface FoundPrice {
  readonly price: PastPrice
  readonly source: PastDayPrice['source']
}

function newestPrice(held: Priced, instrument: PricedInstrument, at: number, quoteAt: QuoteAt): FoundPrice | null {
  const { symbol, traded, splitAt } = held
  const stated = quoteAt(symbol, at)
  const units = stated === null || stated.at < (splitAt ?? -Infinity) ? null : parseUnits(stated.last)
  const quoted = stated === null || units === null ? null : quotedPrice(units, stated.at, instrument)
  if (quoted === null) return traded === null ? null : { price: traded, source: 'trade' }
  const isQuoteNewer = traded === null || Math.floor(quoted.at / dayMs) >= Math.floor(traded.at / dayMs)
  return isQuoteNewer ? { price: quoted, source: 'quote' } : { price: traded, source: 'trade' }
}

/** The price in the form of a quote: for an option, the price of one unit of its contract. */
function showPrice({ price, source }: FoundPrice, { type, contractSize }: PricedInstrument, at: number): PastDayPrice {
  const size = type === 'OPTIONS' && contractSize !== null && contractSize !== 0n ? contractSize : one
  const units = roundedQuotient(price.numerator * one * one, price.denominator * size, shownPlaces)
  return {
    price: formatUnits(units),
    isPercentOfFace: price.isPercent,
    source,
    at: price.at,
    ageMs: at - price.at,
  }
}

/** A position at the end of a past day. */
export interface ValuedPosition {
  readonly symbol: string
  readonly quantity: Decimal | null
  readonly price: PastDayPrice | null
  readonly value: Decimal | null
  readonly currency: string | null
  readonly note: PastDayNote | null
}

/** An account at a past time with the values of its positions. */
export interface ValuedAccount {
  readonly cash: readonly Money[]
  readonly blocked: readonly Money[]
  /** Ordered by symbol. */
  readonly positions: readonly ValuedPosition[]
  /** Cash, blocked money and values of positions by currency; `null` if one value is not known. */
  readonly parts: readonly Money[] | null
  /** UTC ms; `null` if no value uses a price. */
  readonly oldestPriceAt: number | null
  /** The symbols whose value is not known. Futures have no value and are not listed. */
  readonly missing: readonly string[]
}

/** Values the cash and the positions of an account at a time (UTC ms). */
export function valueAccount(
  { cash, blocked, held }: PastAccountState,
  instrumentOf: (symbol: string) => PricedInstrument,
  at: number,
  quoteAt: QuoteAt,
): ValuedAccount {
  const parts = new Map(cash)
  for (const [currency, amount] of blocked) parts.set(currency, (parts.get(currency) ?? 0n) + amount)
  const positions = held
    .toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1))
    .map((each): ValuedPosition => {
      const { price, value, currency, note } = valueHolding(each, instrumentOf(each.symbol), at, quoteAt)
      if (value !== null && currency !== null) parts.set(currency, (parts.get(currency) ?? 0n) + value)
      return {
        symbol: each.symbol,
        quantity: each.pieces === null ? null : formatUnits(each.pieces),
        price,
        currency,
        note,
        value: value === null ? null : formatUnits(value),
      }
    })
  const missing = positions.filter(({ value, note }) => value === null && note !== 'future').map(({ symbol }) => symbol)
  const times = positions.flatMap(({ value, price }) => (value === null || price === null ? [] : [price.at]))
  const oldestPriceAt = times.length === 0 ? null : times.reduce((oldest, time) => Math.min(oldest, time))
  return {
    cash: toMoney(cash),
    blocked: toMoney(blocked),
    positions,
    oldestPriceAt,
    missing,
    parts: missing.length > 0 ? null : toMoney(parts),
  }
}

/** Amounts as decimal text, ordered by currency code, without zeros. */
const toMoney = (amounts: ReadonlyMap<string, bigint>): Money[] =>
  [...amounts]
    .filter(([, amount]) => amount !== 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, amount]) => ({ currency, amount: formatUnits(amount) }))

/**
 * Joins the replayed positions and the recorded pieces by symbol, ordered by symbol; every symbol of either list is in
 * the result. Without a replay (`null`) the result has only recorded pieces, and it is `null` without both.
 */
export function joinRecorded(
  replayed: readonly ValuedPosition[] | null,
  recorded: ReadonlyMap<string, Decimal | null>,
): (ValuedPosition & { readonly recorded: Decimal | null })[] | null {
  const known = new Set(replayed?.map(({ symbol }) => symbol))
  const rest = [...recorded].filter(([symbol, pieces]) => !known.has(symbol) && pieces !== zero)
  if (replayed === null && rest.length === 0) return null
  const only = rest.map(([symbol, pieces]) => ({
    symbol,
    recorded: pieces,
    price: null,
    currency: null,
    ...(replayed === null
      ? { quantity: null, value: null, note: 'not-replayed' as const }
      : { quantity: zero, value: zero, note: null }),
  }))
  const own = (replayed ?? []).map((each) => ({ ...each, recorded: recorded.get(each.symbol) ?? null }))
  return [...own, ...only].sort((a, b) => (a.symbol < b.symbol ? -1 : 1))
}
