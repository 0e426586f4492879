import type { RuleInput } from './build-condition.ts'
import { dayMs } from '../../shared/durations.ts'
import type { Format } from '../../shared/text/format.ts'
import type { AlertPreview, AlertRow } from '../../shared/model/alert.ts'

type Choices<V extends string> = readonly { readonly value: V; readonly label: string }[]

/** The types of alerts, in the order of the selection list. */
export const kinds: Choices<RuleInput['kind']> = [
  { value: 'price', label: 'Price above or below' },
  { value: 'day-percent', label: 'Day change in percent' },
  { value: 'percent-from', label: 'Percent change from a price' },
  { value: 'near-extreme', label: 'Near the day’s high or low' },
  { value: 'account', label: 'Account: equity or profit' },
  { value: 'position', label: 'Position: profit or weight' },
  { value: 'margin', label: 'Margin' },
  { value: 'order', label: 'Order filled, rejected or needing attention' },
  { value: 'report', label: 'Report ready' },
  { value: 'difference', label: 'Difference between the service and its transactions' },
  { value: 'missing-payment', label: 'Payment missing: dividend, coupon or repayment' },
  { value: 'event', label: 'Upcoming split, record date or end of an offer' },
  { value: 'stale', label: 'Data out of date' },
  { value: 'service', label: 'Service unreachable' },
]

/** The options of each choice field of a rule, with their labels. */
export const choices = {
  direction: [
    { value: 'above', label: 'At or above' },
    { value: 'below', label: 'At or below' },
  ],
  move: [
    { value: 'up', label: 'Up' },
    { value: 'down', label: 'Down' },
    { value: 'either', label: 'Up or down' },
  ],
  extreme: [
    { value: 'high', label: 'Day’s high' },
    { value: 'low', label: 'Day’s low' },
  ],
  accountFigure: [
    { value: 'equity', label: 'Equity' },
    { value: 'unrealized', label: 'Unrealized profit' },
    { value: 'day-profit', label: 'Day’s profit' },
  ],
  positionFigure: [
    { value: 'day-profit', label: 'Day’s profit' },
    { value: 'unrealized', label: 'Unrealized profit' },
    { value: 'weight', label: 'Weight, in percent' },
  ],
  marginFigure: [
    { value: 'use', label: 'Margin in use (%), at or above' },
    { value: 'distance', label: 'Equity minus maintenance margin, at or below' },
    { value: 'move', label: 'Uniform move of prices to a call (%), at or below' },
  ],
  orderOn: [
    { value: 'filled', label: 'Filled' },
    { value: 'refused', label: 'Rejected' },
    { value: 'needs-look', label: 'Needs attention' },
  ],
  eventOn: [
    { value: 'split', label: 'Split' },
    { value: 'record-date', label: 'Record date' },
    { value: 'offer-end', label: 'End of an offer' },
  ],
} as const satisfies { readonly [F in keyof RuleInput]?: Choices<RuleInput[F]> }

type State = Pick<AlertRow, 'rule' | 'status' | 'firedAt' | 'firedCount' | 'snoozedUntil'>

/** The status of a rule as the text of its badge. */
export function stateWord({ status, snoozedUntil, rule }: State, format: Format): string {
  switch (status) {
    case 'armed':
      return 'armed'
    case 'fired':
      return 'fired'
    case 'done':
      return 'fired, completed'
    case 'snoozed':
      return `snoozed until ${format.time(snoozedUntil)}`
    case 'expired':
      return `expired ${format.dateTime(rule.expiresAt)}`
    case 'off':
      return 'off'
  }
}

export const toneOf = ({ status }: Pick<State, 'status'>): 'info' | 'warn' | 'neutral' =>
  status === 'fired' ? 'warn' : status === 'armed' ? 'info' : 'neutral'

/** How often the rule fires, when it expires, and when it last fired. */
export function ruleNote({ rule, firedAt, firedCount, status }: State, format: Format): string {
  const lastFired =
    firedAt === null
      ? []
      : [`last fired ${format.dateTime(firedAt)}${firedCount > 1 ? `, ${firedCount} times in total` : ''}`]
  const coolDown = rule.repeats && rule.coolDownMinutes > 0 ? [`at most every ${rule.coolDownMinutes} min`] : []
  const expiry = rule.expiresAt !== null && status !== 'expired' ? [`until ${format.dateTime(rule.expiresAt)}`] : []
  return [rule.repeats ? 'repeats' : 'fires once', ...coolDown, ...expiry, ...lastFired].join(' · ')
}

/** How often the rule would have fired in the recorded past; names the period so that it claims no more than was recorded. */
export function historyWords({ history }: AlertPreview, format: Format): string {
  if ('missing' in history) return `${history.missing}.`
  const days = (history.to - history.from) / dayMs
  const span =
    days < 1.5 ? `since ${format.dateTime(history.from)}` : `in the last ${Math.round(days)} days of recorded data`
  const count = history.firedAt.length
  if (count === 0) return `It would not have fired ${span}.`
  const last = format.dateTime(history.firedAt.at(-1) ?? null)
  return `It would have fired ${count === 1 ? 'once' : `${count} times`} ${span}, most recently ${last}.`
}
