import { z } from 'zod'
import { m } from '../messages/messages.js'
import { EquityCurrency, Rate } from './currency.ts'
import { AccountId, Decimal, Instant, InstrumentSymbol, OwnName } from './values.ts'

/** In percent. A price cannot fall by more than 100 %. */
const ShockPercent = Decimal.refine((value) => Number(value) >= -100 && Number(value) <= 10_000, {
  error: m.model_shock_range,
})

const ShockKey = z.string().min(1).max(128)

/**
 * An assumed price move in percent: −10 means 10 % lower. `market` is a MIC. If several moves match a position, the most
 * specific one applies: instrument, then type in one currency, then type, then market, then all. A currency move changes
 * the rate to the currency of the account: it affects positions and cash, in addition to the price move.
 */
export const PriceShock = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('all'), key: z.null().default(null), percent: ShockPercent }),
  /** `currency` restricts it to instruments priced in that currency, for example bonds in roubles. */
  z.strictObject({
    by: z.literal('type'),
    key: ShockKey,
    percent: ShockPercent,
    currency: z.string().min(1).max(16).optional(),
  }),
  z.strictObject({ by: z.enum(['market', 'instrument', 'currency']), key: ShockKey, percent: ShockPercent }),
])
export type PriceShock = z.infer<typeof PriceShock>

/** A named set of shocks. */
export const ShockSet = z.object({
  id: z.string().min(1).max(64),
  name: OwnName,
  shocks: z.array(PriceShock).min(1).max(100),
})
export type ShockSet = z.infer<typeof ShockSet>

/** Why no shock applies to a position or to cash. */
export const NotCovered = z.enum([
  'option',
  'future',
  'value-unknown',
  'currency-unknown',
  'account-currency-unknown',
  'no-rate',
  'requirement-unknown',
  'requirement-currency-unknown',
])
export type NotCovered = z.infer<typeof NotCovered>

/** Why the distance of an account is unknown. */
export const MarginUnknown = z.enum(['no-margin', 'equity', 'requirement', 'currency', 'nothing-covered'])
export type MarginUnknown = z.infer<typeof MarginUnknown>

/**
 * The uniform move of all covered prices that leads to a margin call. `below`: equity is already below the requirement, and
 * `percent` is the move that would restore it, or `null` if none does. `none`: no move leads to a call.
 */
export const MarginCall = z.object({
  state: z.enum(['call', 'below', 'none']),
  percent: Decimal.nullable(),
  /** The requirement after that move; it falls with the prices. */
  requirement: Decimal.nullable(),
})
export type MarginCall = z.infer<typeof MarginCall>

/** A position in a stress test. Amounts are in the currency of the account; `null` if unknown. */
export const StressedPosition = z.object({
  symbol: InstrumentSymbol,
  name: z.string().nullable(),
  type: z.string().nullable(),
  currency: z.string().nullable(),
  value: Decimal.nullable(),
  requirement: Decimal.nullable(),
  /**
   * Value less requirement of a covered position. The sum of exposures is exactly N − M, and the sum of shares is exactly
   * 1.
   */
  exposure: Decimal.nullable(),
  share: Decimal.nullable(),
  /** The assumed moves of its price and of its currency. */
  pricePercent: Decimal,
  currencyPercent: Decimal,
  valueAfter: Decimal.nullable(),
  requirementAfter: Decimal.nullable(),
  notCovered: NotCovered.nullable(),
})
export type StressedPosition = z.infer<typeof StressedPosition>

/** The distance of an account to a margin call, now and after shocks. Amounts are in `currency`. */
export const MarginStress = z.object({
  accountId: AccountId,
  fetchedAt: Instant,
  /** When the account's data becomes stale. */
  staleAt: Instant,
  currency: EquityCurrency.nullable(),
  /** Why `call` and `after` are unknown; `null` if they are known. */
  unknown: MarginUnknown.nullable(),
  equity: Decimal.nullable(),
  /** The maintenance margin as the service states it; otherwise the sum over the positions. */
  requirement: Decimal.nullable(),
  requirementFrom: z.enum(['service', 'positions']).nullable(),
  /** Equity less requirement. */
  distance: Decimal.nullable(),
  /** The terms of E + sN = M(1 + s) + F: M and N are of the covered positions, F is the rest of the requirement. */
  movingRequirement: Decimal.nullable(),
  fixedRequirement: Decimal.nullable(),
  signedValue: Decimal.nullable(),
  call: MarginCall.nullable(),
  after: z.object({ equity: Decimal, requirement: Decimal, distance: Decimal, call: MarginCall }).nullable(),
  /** For each given shock, in the given order: the number of positions and cash amounts that it moves. */
  touched: z.array(z.int()),
  positions: z.array(StressedPosition),
  /** The currencies of cash in another currency without a rate; `''` for an unknown one. */
  cashNotCovered: z.array(z.string()),
  rates: z.array(Rate),
})
export type MarginStress = z.infer<typeof MarginStress>

/** The effect of assumed moves on all accounts in scope. Amounts are in `currency`. */
export const PortfolioStress = z.object({
  /**
   * The base currency, or the only currency. `null` if there are several currencies and no base currency; nothing is added
   * then.
   */
  currency: z.string().nullable(),
  /** As the service states it; `null` unless the equity of every account is known and has a rate. */
  equity: Decimal.nullable(),
  equityAfter: Decimal.nullable(),
  /** The accounts whose equity is unknown or has no rate. */
  withoutEquity: z.array(AccountId),
  /** The gain or loss of the covered positions and cash; `null` if nothing is covered. */
  change: Decimal.nullable(),
  /** The change in percent of the equity, two places. */
  percent: Decimal.nullable(),
  /** The current value of everything that moves. */
  movedValue: Decimal,
  /** For each given shock, in the given order: the number of positions and cash amounts that it moves. */
  touched: z.array(z.int()),
  /** The instruments that can move, each listed once. */
  instruments: z.array(StressedPosition.pick({ symbol: true, name: true, type: true, currency: true })),
  /** The positions that no move affects: by name, or by symbol if there is no name. */
  notCovered: z.array(z.object({ name: z.string(), reason: NotCovered })),
  /** The currencies of cash without a rate; `''` for an unknown one. */
  cashNotCovered: z.array(z.string()),
  rates: z.array(Rate),
})
export type PortfolioStress = z.infer<typeof PortfolioStress>

/** The recorded distance of an account. There is a gap between points further apart than `maxGapMs`. */
export const MarginHistory = z.object({
  /** `percent` and `state` as in a `MarginCall`; both `null` if they were unknown. */
  points: z.array(
    z.object({
      at: Instant,
      until: Instant,
      equity: Decimal,
      requirement: Decimal,
      distance: Decimal,
      state: z.enum(['call', 'below', 'none']).nullable(),
      percent: Decimal.nullable(),
      followsGap: z.boolean(),
    }),
  ),
  maxGapMs: z.int(),
  currency: z.string().nullable(),
})
export type MarginHistory = z.infer<typeof MarginHistory>
