import { dayMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import type { AlertPreview, AlertRow } from '#shared/model/alert.ts'
import { describeCondition, symbolBeside, type FigureStyle } from '#shared/text/alerts/alert-words.ts'
import { momentWords } from '#shared/text/connection-words.ts'
import { counted } from '#shared/text/counted.ts'
import type { Format } from '#shared/text/format.ts'
import { texts } from '#shared/texts.ts'
import type { RuleInput } from './build-condition.ts'

type Choices<V extends string> = readonly { readonly value: V; readonly label: string }[]

/** The types of alerts, in the order of the selection list. */
export const kinds: Choices<RuleInput['kind']> = texts([
  { value: 'price', label: m.alert_form_kind_price },
  { value: 'day-percent', label: m.alert_form_kind_day_percent },
  { value: 'percent-from', label: m.alert_form_kind_percent_from },
  { value: 'near-extreme', label: m.alert_form_kind_near_extreme },
  { value: 'account', label: m.alert_form_kind_account },
  { value: 'position', label: m.alert_form_kind_position },
  { value: 'margin', label: m.alerts_margin },
  { value: 'order', label: m.alert_form_kind_order },
  { value: 'report', label: m.alert_form_kind_report },
  { value: 'difference', label: m.alert_form_kind_difference },
  { value: 'missing-payment', label: m.alert_form_kind_missing_payment },
  { value: 'event', label: m.alert_form_kind_event },
  { value: 'stale', label: m.alert_form_kind_stale },
  { value: 'service', label: m.alert_list_service_unreachable },
])

/** The options of each choice field of a rule, with their labels. */
export const choices = texts({
  direction: [
    { value: 'above', label: m.alert_form_at_or_above },
    { value: 'below', label: m.alert_form_at_or_below },
  ],
  move: [
    { value: 'up', label: m.alert_form_up },
    { value: 'down', label: m.alert_form_down },
    { value: 'either', label: m.alert_form_up_or_down },
  ],
  extreme: [
    { value: 'high', label: m.alerts_days_high },
    { value: 'low', label: m.alerts_days_low },
  ],
  accountFigure: [
    { value: 'equity', label: m.margin_equity },
    { value: 'unrealized', label: m.performance_unrealized_profit },
    { value: 'day-profit', label: m.day_days_profit },
  ],
  positionFigure: [
    { value: 'day-profit', label: m.day_days_profit },
    { value: 'unrealized', label: m.performance_unrealized_profit },
    { value: 'weight', label: m.alert_form_weight_in_percent },
  ],
  marginFigure: [
    { value: 'use', label: m.alert_form_margin_in_use },
    { value: 'distance', label: m.alert_form_margin_distance },
    { value: 'move', label: m.alert_form_margin_move },
  ],
  orderOn: [
    { value: 'filled', label: m.words_filled },
    { value: 'refused', label: m.words_rejected },
    { value: 'needs-attention', label: m.common_needs_attention },
  ],
  eventOn: [
    { value: 'split', label: m.common_split },
    { value: 'record-date', label: m.alerts_record_date },
    { value: 'offer-end', label: m.alerts_end_of_an_offer },
  ],
}) satisfies { readonly [F in keyof RuleInput]?: Choices<RuleInput[F]> }

type State = Pick<AlertRow, 'rule' | 'status' | 'firedAt' | 'firedCount' | 'snoozedUntil'>

/** The status of a rule as the text of its badge. */
export function stateWord({ status, snoozedUntil, rule }: State, format: Format): string {
  switch (status) {
    case 'armed':
      return m.alert_list_armed()
    case 'fired':
      return m.alert_list_fired()
    case 'done':
      return m.alert_list_fired_completed()
    case 'snoozed':
      return m.alert_list_snoozed_until({ until: format.time(snoozedUntil) })
    case 'expired':
      return m.alert_list_expired({ at: format.dateTime(rule.expiresAt) })
    case 'off':
      return m.alert_list_off()
  }
}

export const toneOf = ({ status }: Pick<State, 'status'>): 'info' | 'warn' | 'neutral' =>
  status === 'fired' ? 'warn' : status === 'armed' ? 'info' : 'neutral'

/** How often the rule fires, when it expires, and when it last fired. */
export function ruleNote({ rule, firedAt, firedCount, status }: State, now: number, format: Format): string {
  const at = firedAt === null ? '' : momentWords(firedAt, now, format)
  const lastFired =
    firedAt === null
      ? []
      : [
          firedCount > 1
            ? m.alert_list_last_fired_count_times({ ...counted(firedCount, format), at })
            : m.alert_list_last_fired({ at }),
        ]
  const { repeats, coolDownMinutes: count, expiresAt } = rule
  const coolDown = repeats && count > 0 ? [m.alert_list_at_most_every_count_min({ count })] : []
  const hasExpiry = expiresAt !== null && status !== 'expired'
  const expiry = hasExpiry ? [m.alert_list_until({ at: format.dateTime(expiresAt) })] : []
  return [repeats ? m.alert_list_repeats() : m.alert_list_fires_once(), ...coolDown, ...expiry, ...lastFired].join(
    ' · ',
  )
}

/** How often the rule would have fired in the recorded past. The text names the recorded period. */
export function historyWords({ history }: AlertPreview, format: Format): string {
  if ('missing' in history) return `${history.missing}.`
  const days = (history.to - history.from) / dayMs
  const span =
    days < 1.5
      ? m.alert_form_since({ from: format.dateTime(history.from) })
      : m.alert_form_in_the_last_count_days({ count: Math.round(days) })
  const count = history.firedAt.length
  if (count === 0) return m.alert_form_it_would_not_have_fired({ span })
  const last = format.dateTime(history.firedAt.at(-1) ?? null)
  return m.alert_form_it_would_have_fired({ ...counted(count, format), span, last })
}

/** The text of a rule in which a filter searches. */
export const ruleText = ({ rule, instrumentName }: AlertRow, style: FigureStyle): string =>
  [
    rule.name,
    describeCondition(rule.condition, style, instrumentName),
    symbolBeside(rule.condition, instrumentName),
    rule.note,
  ].join('\n')
