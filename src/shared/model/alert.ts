import { z } from 'zod'
import { AccountId, CalendarDate, Decimal, Instant, InstrumentSymbol } from './values.ts'

const Direction = z.enum(['above', 'below'])
const Move = z.enum(['up', 'down', 'either'])
const symbol = InstrumentSymbol
/** `null` is all accounts. */
const accountId = AccountId.nullable()
const threshold = Decimal
/** In percent, above zero. */
const percent = Decimal.refine((value) => !value.startsWith('-') && /[1-9]/.test(value), 'above zero')
const minutes = z
  .int()
  .min(1)
  .max(60 * 24 * 30)

/** What a rule waits for. Each kind is either a level that a measure reaches, or something that happens. */
export const AlertCondition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('price'), symbol, direction: Direction, threshold }),
  /** Last against the previous close. */
  z.object({ kind: z.literal('day-percent'), symbol, move: Move, percent }),
  /** Last against a price that a person chose. */
  z.object({ kind: z.literal('percent-from'), symbol, from: percent, move: Move, percent }),
  /** Last within this many percent of the day's high or low. */
  z.object({ kind: z.literal('near-extreme'), symbol, extreme: z.enum(['high', 'low']), percent }),
  z.object({
    kind: z.literal('account'),
    accountId,
    figure: z.enum(['equity', 'unrealized', 'day-profit']),
    /** Of the day's profit, which is added up by currency; `null` for the others, whose currency the service names not. */
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
    /** `use`: initial margin in percent of itself and what is available. `distance`: equity minus maintenance margin. */
    figure: z.enum(['use', 'distance']),
    threshold,
  }),
  z.object({ kind: z.literal('order'), accountId, on: z.enum(['filled', 'refused', 'needs-look']) }),
  z.object({ kind: z.literal('report'), accountId }),
  /** `null` is everything held. */
  z.object({
    kind: z.literal('event'),
    symbol: symbol.nullable(),
    on: z.enum(['split', 'record-date']),
    days: z.int().min(0).max(366),
  }),
  /** An account's figures (`accountId`, `null` any) or, with a symbol, its quote, not read for this long while it should be. */
  z.object({ kind: z.literal('stale'), accountId, symbol: symbol.nullable(), minutes }),
  /** Offline, in trouble or signed out for this long. */
  z.object({ kind: z.literal('service'), minutes }),
])
export type AlertCondition = z.infer<typeof AlertCondition>

/** What a person says of a rule. */
export const AlertDraft = z.object({
  condition: AlertCondition,
  note: z.string().trim().max(500),
  isEnabled: z.boolean(),
  /** Armed again once the measure came back beyond the hysteresis; else it tells once. */
  repeats: z.boolean(),
  /** How far the measure must come back, in its own unit; `null` is what fits the kind. */
  hysteresis: Decimal.refine((value) => !value.startsWith('-'), 'not below zero').nullable(),
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

/** What is remembered of a rule, so that nothing is told twice. */
export const AlertState = z.object({
  /** `done`: told, and not to be told again. */
  phase: z.enum(['armed', 'fired', 'done']),
  firedAt: Instant.nullable(),
  firedCount: z.int(),
  snoozedUntil: Instant.nullable(),
  /** When a person last said what the rule waits for. */
  since: Instant,
  /** What happened and was told, or was there before the rule. */
  told: z.array(z.string()),
  splits: z.array(NotedSplit),
})
export type AlertState = z.infer<typeof AlertState>

/** A figure that made a rule fire. Decimal text, or words; a change is in percent, with its sign. */
export const AlertFact = z.object({
  label: z.string(),
  form: z.enum(['price', 'amount', 'percent', 'change', 'minutes', 'quantity', 'words', 'date', 'instant']),
  value: z.string(),
  currency: z.string().nullable(),
})
export type AlertFact = z.infer<typeof AlertFact>

/** How a rule's measure stands now. */
export const AlertReading = z.object({
  /** Why the measure is not known; a rule that cannot know never fires. */
  unknown: z.string().nullable(),
  /** Whether the condition holds; `null` while that is not known. */
  isBeyond: z.boolean().nullable(),
  facts: z.array(AlertFact),
  /** What is to be said with it: that it is late, old, or worked out from less than all. */
  caveats: z.array(z.string()),
})
export type AlertReading = z.infer<typeof AlertReading>

export const AlertStatus = z.enum(['armed', 'fired', 'done', 'snoozed', 'expired', 'off'])
export type AlertStatus = z.infer<typeof AlertStatus>

/** A rule as the list shows it. */
export const AlertRow = z.object({
  rule: AlertRule,
  status: AlertStatus,
  firedAt: Instant.nullable(),
  firedCount: z.int(),
  snoozedUntil: Instant.nullable(),
  reading: AlertReading,
})
export type AlertRow = z.infer<typeof AlertRow>

/** What a rule would have done in the recorded past. */
export const AlertPreview = z.object({
  reading: AlertReading,
  history: z.union([
    z.object({ from: Instant, to: Instant, points: z.int(), firedAt: z.array(Instant) }),
    z.object({ missing: z.string() }),
  ]),
})
export type AlertPreview = z.infer<typeof AlertPreview>

/** Something a person was, or is to be, told; the log of what fired is made of these. */
export const Notice = z.object({
  id: z.string(),
  at: Instant,
  cause: z.enum(['fired', 'rescaled', 'arrived']),
  /** `null` where no rule asked for it. */
  ruleId: z.string().nullable(),
  condition: AlertCondition,
  note: z.string(),
  facts: z.array(AlertFact),
  caveats: z.array(z.string()),
})
export type Notice = z.infer<typeof Notice>

export const NoticeRow = Notice.extend({ readAt: Instant.nullable() })
export type NoticeRow = z.infer<typeof NoticeRow>
