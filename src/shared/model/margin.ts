import { z } from 'zod'
import { m } from '../messages/messages.js'
import { EquityCurrency, Rate } from './currency.ts'
import { AccountId, Decimal, Instant, InstrumentSymbol } from './values.ts'

/** In percent: a price falls by its whole value at most. */
const ShockPercent = Decimal.refine((value) => Number(value) >= -100 && Number(value) <= 10_000, {
  error: m.model_shock_range,
})

const ShockKey = z.string().min(1).max(128)

/**
 * A supposed move of prices in percent: −10 is a fall of a tenth. `market` is a MIC. Of several that concern a position the
 * narrowest applies: instrument, then type in one currency, then type, then market, then all. A move of a currency is one of
 * its rate to the currency of the account: it concerns positions and cash and comes on top of that of the price.
 */
export const PriceShock = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('all'), key: z.null().default(null), percent: ShockPercent }),
  /** `currency`: only what is priced in it, as bonds in roubles. */
  z.strictObject({
    ...{ by: z.literal('type'), key: ShockKey, percent: ShockPercent },
    currency: z.string().min(1).max(16).optional(),
  }),
  z.strictObject({ by: z.enum(['market', 'instrument', 'currency']), key: ShockKey, percent: ShockPercent }),
])
export type PriceShock = z.infer<typeof PriceShock>

/** A named set of shocks. */
export const ShockSet = z.object({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(80),
  shocks: z.array(PriceShock).min(1).max(100),
})
export type ShockSet = z.infer<typeof ShockSet>

/** Why a position or cash is held still by every shock. */
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
 * The uniform move of all covered prices that leads to a call. `below`: equity is below the requirement already, and
 * `percent` would cure it, `null` where no move does. `none`: no move leads to a call.
 */
export const MarginCall = z.object({
  state: z.enum(['call', 'below', 'none']),
  percent: Decimal.nullable(),
  /** What is required after that move: the requirement falls with the prices. */
  requirement: Decimal.nullable(),
})
export type MarginCall = z.infer<typeof MarginCall>

/** A position in a stress; amounts in the currency of the account, `null` where they are unknown. */
export const StressedPosition = z.object({
  symbol: InstrumentSymbol,
  name: z.string().nullable(),
  type: z.string().nullable(),
  currency: z.string().nullable(),
  value: Decimal.nullable(),
  requirement: Decimal.nullable(),
  /** Value less requirement of a covered position: these add up to N − M, and shares to 1, both to the last digit. */
  exposure: Decimal.nullable(),
  share: Decimal.nullable(),
  /** The supposed moves of its price and of its currency. */
  pricePercent: Decimal,
  currencyPercent: Decimal,
  valueAfter: Decimal.nullable(),
  requirementAfter: Decimal.nullable(),
  notCovered: NotCovered.nullable(),
})
export type StressedPosition = z.infer<typeof StressedPosition>

/** An account's distance to a margin call, now and after shocks. Amounts in `currency`. */
export const MarginStress = z.object({
  accountId: AccountId,
  fetchedAt: Instant,
  /** When the account's data become stale. */
  staleAt: Instant,
  currency: EquityCurrency.nullable(),
  /** Why `call` and `after` are unknown; `null` where they are not. */
  unknown: MarginUnknown.nullable(),
  equity: Decimal.nullable(),
  /** The maintenance margin: as the service states it, or, where it states none, the sum over the positions. */
  requirement: Decimal.nullable(),
  requirementFrom: z.enum(['service', 'positions']).nullable(),
  /** Equity less requirement. */
  distance: Decimal.nullable(),
  /** The parts of E + sN = M(1 + s) + F: M and N of covered positions, F is the rest of the requirement. */
  movingRequirement: Decimal.nullable(),
  fixedRequirement: Decimal.nullable(),
  signedValue: Decimal.nullable(),
  call: MarginCall.nullable(),
  after: z.object({ equity: Decimal, requirement: Decimal, distance: Decimal, call: MarginCall }).nullable(),
  /** With how many positions and sums of cash each given shock moves, in the given order. */
  touched: z.array(z.int()),
  positions: z.array(StressedPosition),
  /** Cash in another currency without a rate. */
  cashNotCovered: z.array(z.string()),
  rates: z.array(Rate),
})
export type MarginStress = z.infer<typeof MarginStress>

/** What supposed moves change in all accounts in scope. Amounts in `currency`. */
export const PortfolioStress = z.object({
  /** The base currency, or the one of everything; `null` where there are several and no base currency: then nothing is added. */
  currency: z.string().nullable(),
  /** As the service states it; `null` unless that of every account is known and has a rate. */
  equity: Decimal.nullable(),
  equityAfter: Decimal.nullable(),
  /** The accounts whose equity is unknown, or has no rate. */
  withoutEquity: z.array(AccountId),
  /** What the covered positions and cash gain, or lose; `null` where nothing can be covered. */
  change: Decimal.nullable(),
  /** The change in percent of the equity, two places. */
  percent: Decimal.nullable(),
  /** The value of what moves, now. */
  movedValue: Decimal,
  /** With how many positions and sums of cash each given shock moves, in the given order. */
  touched: z.array(z.int()),
  /** What can move, one for each instrument. */
  instruments: z.array(StressedPosition.pick({ symbol: true, name: true, type: true, currency: true })),
  /** The positions that every move leaves as they are: by name, or by symbol without one. */
  notCovered: z.array(z.object({ name: z.string(), reason: NotCovered })),
  /** Cash without a rate. */
  cashNotCovered: z.array(z.string()),
  rates: z.array(Rate),
})
export type PortfolioStress = z.infer<typeof PortfolioStress>

/** The recorded distance of an account. Points further apart than `maxGapMs` have a gap between them. */
export const MarginHistory = z.object({
  /** `percent` and `state` as in a `MarginCall`; both `null` where they were unknown. */
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
