import { z } from 'zod'
import { m } from '../messages/messages.js'
import { AccountId, Decimal, InstrumentSymbol } from './values.ts'

const Direction = z.enum(['above', 'below'])
const Move = z.enum(['up', 'down', 'either'])
const symbol = InstrumentSymbol
/** `null` means all accounts. */
const accountId = AccountId.nullable()
const threshold = Decimal
/** In percent, above zero. */
const percent = Decimal.refine((value) => !value.startsWith('-') && /[1-9]/.test(value), {
  error: m.model_above_zero,
})
const minutes = z
  .int()
  .min(1)
  .max(60 * 24 * 30)

/** The change of an order that fires a rule. Older versions stored `needs-look`. */
const OrderTrigger = z.preprocess(
  (on) => (on === 'needs-look' ? 'needs-attention' : on),
  z.enum(['filled', 'refused', 'needs-attention']),
)

/** The condition of a rule: either a level that a measure reaches, or an event. */
export const AlertCondition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('price'), symbol, direction: Direction, threshold }),
  /** The change of the last price from the previous close. */
  z.object({ kind: z.literal('day-percent'), symbol, move: Move, percent }),
  /** The change of the last price from a reference price (`from`). */
  z.object({ kind: z.literal('percent-from'), symbol, from: percent, move: Move, percent }),
  /** The last price within `percent` of the high or low of the day. */
  z.object({ kind: z.literal('near-extreme'), symbol, extreme: z.enum(['high', 'low']), percent }),
  z.object({
    kind: z.literal('account'),
    accountId,
    figure: z.enum(['equity', 'unrealized', 'day-profit']),
    /**
     * The currency of the day's profit, or the currency in which the figures of all accounts are added. `null` for another
     * figure of a single account, which has no stated currency.
     */
    currency: z.string().min(1).max(12).nullable(),
    direction: Direction,
    threshold,
  }),
  z.object({
    kind: z.literal('position'),
    accountId,
    symbol,
    /** `weight` is in percent of the gross value in the position's currency. */
    figure: z.enum(['day-profit', 'unrealized', 'weight']),
    direction: Direction,
    threshold,
  }),
  z.object({
    kind: z.literal('margin'),
    accountId: AccountId,
    /**
     * `use`: initial margin in percent of initial plus available margin. `distance`: equity minus maintenance margin.
     * `move`: the size of the uniform price move that leads to a margin call, in percent.
     */
    figure: z.enum(['use', 'distance', 'move']),
    threshold,
  }),
  z.object({ kind: z.literal('order'), accountId, on: OrderTrigger }),
  z.object({ kind: z.literal('report'), accountId }),
  /**
   * The positions or cash stated by the service have differed from the transactions for some minutes, and agreed at the
   * first comparison.
   */
  z.object({ kind: z.literal('difference'), accountId }),
  /** A dividend, coupon or repayment is unpaid 45 days after its date. */
  z.object({ kind: z.literal('missing-payment'), accountId }),
  /** A symbol of `null` means every held instrument. `days`: how many days before the event the rule fires. */
  z.object({
    kind: z.literal('event'),
    symbol: symbol.nullable(),
    on: z.enum(['split', 'record-date', 'offer-end']),
    days: z.int().min(0).max(366),
  }),
  /**
   * The data of an account (`null` is any account) or the quote of `symbol` has not been updated for this long, although it
   * should have been.
   */
  z.object({ kind: z.literal('stale'), accountId, symbol: symbol.nullable(), minutes }),
  /** The connection is offline, in an error state or signed out for this long. */
  z.object({ kind: z.literal('service'), minutes }),
])
export type AlertCondition = z.infer<typeof AlertCondition>
