import { z } from 'zod'
import { m } from '../messages/messages.js'
import { AlertText } from './alert-text.ts'
import { AccountId, CalendarDate, Decimal, Instant, InstrumentSymbol } from './values.ts'

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

/** The part of a rule that a person enters. */
export const AlertDraft = z.object({
  condition: AlertCondition,
  /** The name that the person chose; without one, the condition describes the rule. */
  name: z.string().trim().min(1).max(80).optional(),
  note: z.string().trim().max(500),
  isEnabled: z.boolean(),
  /** If true, the rule is armed again when the measure has moved back by the hysteresis; otherwise it fires once. */
  repeats: z.boolean(),
  /** How far the measure must move back, in the unit of the measure; `null` is the default of the condition. */
  hysteresis: Decimal.refine((value) => !value.startsWith('-'), { error: m.model_not_below_zero }).nullable(),
  coolDownMinutes: z
    .int()
    .min(0)
    .max(60 * 24 * 30),
  expiresAt: Instant.nullable(),
})
export type AlertDraft = z.infer<typeof AlertDraft>

export const AlertRule = AlertDraft.extend({ id: z.string(), createdAt: Instant })
export type AlertRule = z.infer<typeof AlertRule>

const NotedSplit = z.object({
  execDate: CalendarDate,
  oldRatio: Decimal,
  newRatio: Decimal,
  isApplied: z.boolean(),
})
export type NotedSplit = z.infer<typeof NotedSplit>

/** The stored state of a rule, which prevents duplicate notices. */
export const AlertState = z.object({
  /** `done`: a one-time rule that has fired. */
  phase: z.enum(['armed', 'fired', 'done']),
  firedAt: Instant.nullable(),
  firedCount: z.int(),
  snoozedUntil: Instant.nullable(),
  /** When the condition was last edited. */
  since: Instant,
  /** The keys of events that need no notice: a notice was already sent, or the event is older than the rule. */
  notified: z.array(z.string()),
  splits: z.array(NotedSplit),
})
export type AlertState = z.infer<typeof AlertState>

const fact = z.object({ label: AlertText, currency: z.string().nullable() })
/** A labelled value of a measure or notice. `value` is words, decimal text (a `change` is in signed percent), a date or UTC ms. */
export const AlertFact = z.discriminatedUnion('form', [
  fact.extend({ form: z.literal('words'), value: AlertText }),
  fact.extend({
    form: z.enum(['price', 'amount', 'percent', 'change', 'minutes', 'quantity', 'date', 'instant']),
    value: z.string(),
  }),
])
export type AlertFact = z.infer<typeof AlertFact>

/** The current value of the measure of a rule. */
export const AlertReading = z.object({
  /** Why the measure is unknown, as text on screen; `null` if it is known. A rule with an unknown measure never fires. */
  unknown: z.string().nullable(),
  /** Whether the condition is met; `null` while that is unknown. */
  isBeyond: z.boolean().nullable(),
  facts: z.array(AlertFact),
  /** Warnings to show: the value is delayed, old, or based on incomplete data. */
  caveats: z.array(AlertText),
})
export type AlertReading = z.infer<typeof AlertReading>

export const AlertStatus = z.enum(['armed', 'fired', 'done', 'snoozed', 'expired', 'off'])
export type AlertStatus = z.infer<typeof AlertStatus>

/** The current name of the instrument of a condition; `null` if it is unknown, or if the condition has no instrument. */
const instrumentName = z.string().nullable()

/** A row of the list of rules. */
export const AlertRow = z.object({
  rule: AlertRule,
  instrumentName,
  status: AlertStatus,
  firedAt: Instant.nullable(),
  firedCount: z.int(),
  snoozedUntil: Instant.nullable(),
  /** When the market of the rule's instrument opens; `null` while it is open, unknown, or for a rule without an instrument. */
  opensAt: Instant.nullable(),
  reading: AlertReading,
})
export type AlertRow = z.infer<typeof AlertRow>

/** The current value of a rule, and when it would have fired in the recorded past (or why that is unknown). */
export const AlertPreview = z.object({
  reading: AlertReading,
  history: z.union([
    z.object({ from: Instant, to: Instant, points: z.int(), firedAt: z.array(Instant) }),
    z.object({ missing: z.string() }),
  ]),
})
export type AlertPreview = z.infer<typeof AlertPreview>

/**
 * A notice for the person. The alert history consists of notices. `rescaled`: a split changed the threshold. `arrived`: a
 * report was downloaded.
 */
export const Notice = z.object({
  id: z.string(),
  at: Instant,
  cause: z.enum(['fired', 'rescaled', 'arrived']),
  /** `null` if no rule caused it. */
  ruleId: z.string().nullable(),
  condition: AlertCondition,
  /** The name of the rule when it fired. */
  name: z.string().optional(),
  note: z.string(),
  facts: z.array(AlertFact),
  caveats: z.array(AlertText),
})
export type Notice = z.infer<typeof Notice>

/** A notice as stored in the journal. */
export const StoredNotice = Notice.extend({ readAt: Instant.nullable() })
export type StoredNotice = z.infer<typeof StoredNotice>

/** A row of the alert history. */
export const NoticeRow = StoredNotice.extend({ instrumentName })
export type NoticeRow = z.infer<typeof NoticeRow>
