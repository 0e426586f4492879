import type { RuleInput } from './build-condition.ts'

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
