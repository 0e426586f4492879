import { z } from 'zod'
import { cleanLines } from '../clean-text.ts'
import { m } from '../messages/messages.js'
import { AlertCondition } from './alert-condition.ts'
import { AlertText } from './alert-text.ts'
import { CalendarDate, Decimal, Instant, OwnName, StoredInstant } from './values.ts'

/** The part of a rule that the user enters. */
export const AlertDraft = z.object({
  condition: AlertCondition,
  /** The name that the user chose; without one, the condition describes the rule. */
  name: OwnName.optional(),
  note: z.string().overwrite(cleanLines).trim().max(500),
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
  firedAt: StoredInstant.nullable(),
  firedCount: z.int(),
  snoozedUntil: StoredInstant.nullable(),
  /** When the condition was last edited. */
  since: StoredInstant,
  /** The keys of events that need no notice: a notice was already sent, or the event is older than the rule. */
  notified: z.array(z.string()),
  splits: z.array(NotedSplit),
})
export type AlertState = z.infer<typeof AlertState>

/** The state of a rule that has not fired yet, from `now` (UTC ms) on. */
export const freshState = (now: Instant): AlertState => ({
  phase: 'armed',
  firedAt: null,
  firedCount: 0,
  snoozedUntil: null,
  since: now,
  notified: [],
  splits: [],
})

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
 * A notice for the user. The alert history consists of notices. `rescaled`: a split changed the threshold. `arrived`: a
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
