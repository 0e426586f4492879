import { z } from 'zod'
import { AccountId, Decimal, Instant, InstrumentSymbol, Money } from './values.ts'

/** The code of a currency as the service writes it, for example `USD`. */
export const CurrencyCode = z.string().regex(/^[A-Z]{3,5}$/)

/** The number of units of its first currency that the price of an instrument is for, for example 100 yen. */
export const PriceUnits = z.int().min(1).max(1_000_000)

/**
 * The value of one unit of `currency` in the base currency, and its source. With `via`, the price of `symbol` converts to
 * an intermediate currency, and the instrument in `via` converts from there to the base currency.
 */
export const Rate = z.object({
  currency: z.string(),
  symbol: InstrumentSymbol,
  /** The exact factor of every conversion. A quotient is rounded to 24 places. */
  rate: Decimal,
  /** The time of the price; with `via`, the older of the two times. */
  at: Instant,
  /** The instrument states the price of the base currency in this one, so the rate is the reciprocal of the price. */
  isInverse: z.boolean(),
  via: z.object({ currency: z.string(), symbol: InstrumentSymbol, isInverse: z.boolean() }).nullable(),
})
export type Rate = z.infer<typeof Rate>

/**
 * Why an amount has no rate. `not-read`: reference data or price are not loaded yet. `no-past-price`: no price of a past
 * time is recorded, and none of that time can be loaded.
 */
export const RateProblem = z.enum([
  'unknown-currency',
  'no-instrument',
  'unknown-units',
  'not-read',
  'refused',
  'other-currency',
  'no-price',
  'no-past-price',
])
export type RateProblem = z.infer<typeof RateProblem>

/**
 * An amount that is not part of a total, in its own currency. `''` is an unknown currency; such amounts are never added.
 */
export const NotConverted = Money.extend({
  problem: RateProblem,
  /** The instruments, or accounts by id, that have the amount. */
  names: z.array(z.string()),
})
export type NotConverted = z.infer<typeof NotConverted>

/** A sum in one currency, with every rate that it uses and everything that it does not include. */
export const ConvertedSum = z.object({
  currency: z.string(),
  /** `null` if nothing could be converted. */
  amount: Decimal.nullable(),
  /** The parts by currency; the sum of `converted` is exactly `amount`. */
  parts: z.array(Money.extend({ converted: Decimal })),
  rates: z.array(Rate),
  notConverted: z.array(NotConverted),
  /** The instruments, or accounts by id, whose amount is unknown. */
  missing: z.array(z.string()),
})
export type ConvertedSum = z.infer<typeof ConvertedSum>

/** The currency of an account's equity, which the service does not state: `inferred` from its parts, or chosen. */
export const EquityCurrency = z.object({ currency: z.string(), inferred: z.boolean() })
export type EquityCurrency = z.infer<typeof EquityCurrency>

/** An instrument that can provide the rate of `currency`. */
export const RateCandidate = z.object({
  currency: z.string(),
  symbol: InstrumentSymbol,
  name: z.string().nullable(),
  isInverse: z.boolean(),
  /** The intermediate currency of the rate; `null` if the instrument quotes the pair directly. */
  via: z.string().nullable(),
  /** `null` if the service does not state it; the user must then enter it. */
  units: PriceUnits.nullable(),
})
export type RateCandidate = z.infer<typeof RateCandidate>

/** A rate instrument that the user chose. */
export const RateChoice = z.object({ symbol: InstrumentSymbol, units: PriceUnits.nullable() })
export type RateChoice = z.infer<typeof RateChoice>

/** The base currency and the rates to it. */
export const Currencies = z.object({
  /** `null` if the user has not chosen one. */
  base: z.string().nullable(),
  /** The currency of most positions and cash; `null` if there are none. */
  suggested: z.string().nullable(),
  /** The known currencies of cash, positions and equity. */
  inUse: z.array(z.string()),
  rates: z.array(Rate),
  /** The currencies without a rate, and the reason. `symbol` is the instrument that was tried. */
  notConverted: z.array(z.object({ currency: z.string(), problem: RateProblem, symbol: InstrumentSymbol.nullable() })),
  candidates: z.array(RateCandidate),
  chosen: z.array(RateChoice.extend({ currency: z.string() })),
  /** The currency of each account's equity; `null` if unknown. */
  equity: z.array(z.object({ accountId: AccountId, currency: EquityCurrency.nullable() })),
})
export type Currencies = z.infer<typeof Currencies>
