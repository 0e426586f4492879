import type { Entered } from './condition-of.ts'

type Choices<V extends string> = readonly { readonly value: V; readonly label: string }[]

/** What a rule can tell of. */
export const kinds: Choices<Entered['kind']> = [
  { value: 'price', label: 'Price above or below' },
  { value: 'day-percent', label: 'Percent of the day' },
  { value: 'percent-from', label: 'Percent from a price' },
  { value: 'near-extreme', label: 'Near the day’s high or low' },
  { value: 'account', label: 'Account: equity or profit' },
  { value: 'position', label: 'Position: profit or weight' },
  { value: 'margin', label: 'Margin' },
  { value: 'order', label: 'Order filled, refused, needs a look' },
  { value: 'report', label: 'Report ready' },
  { value: 'event', label: 'Split or record date ahead' },
  { value: 'stale', label: 'Data not read for too long' },
  { value: 'service', label: 'Trouble with the service' },
]

/** The choices of a rule's fields, each as it is shown. */
export const choices = {
  direction: [
    { value: 'above', label: 'At or above' },
    { value: 'below', label: 'At or below' },
  ],
  move: [
    { value: 'up', label: 'Up' },
    { value: 'down', label: 'Down' },
    { value: 'either', label: 'Either' },
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
    { value: 'use', label: 'In use, in percent, at or above' },
    { value: 'distance', label: 'Equity above the maintenance margin, at or below' },
  ],
  orderOn: [
    { value: 'filled', label: 'was filled' },
    { value: 'refused', label: 'was refused' },
    { value: 'needs-look', label: 'needs a look' },
  ],
  eventOn: [
    { value: 'split', label: 'A split' },
    { value: 'record-date', label: 'A record date' },
  ],
} as const satisfies { readonly [F in keyof Entered]?: Choices<Entered[F]> }
