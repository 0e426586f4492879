import { multiply, type Decimal } from '#shared/decimal.ts'
import type { AlertCondition } from '#shared/model/alert-condition.ts'
import type { AlertDraft } from '#shared/model/alert.ts'
import { d } from '../insight/make.ts'
import { accountId } from './rig.ts'

/** The price of each instrument before the test moves it. */
export const prices = new Map<string, Decimal>()
const half = d('500000000')

export const aboveSymbol = 'SBER@MISX'
export const belowSymbol = 'REDS@XNGS'
export const risingSymbol = 'AFLT@MISX'
export const fallingSymbol = 'SVNF@MISX'
export const highSymbol = 'VLHM@MISX'
export const lowSymbol = 'LAVK@MISX'
export const heldSymbol = 'AKCI@MISX'
export const delayedSymbol = 'RHNE@XETR'
export const symbols = [
  ...[aboveSymbol, belowSymbol, risingSymbol, fallingSymbol, highSymbol, lowSymbol],
  ...[heldSymbol, delayedSymbol],
]
export const times = (symbol: string, factor: string): Decimal => multiply(prices.get(symbol) ?? d('0'), d(factor))

const profit = (): Decimal => times(heldSymbol, '4000')
const price = (direction: 'above' | 'below', symbol: string, factor: string): AlertCondition => ({
  ...{ kind: 'price', symbol, direction },
  threshold: times(symbol, factor),
})

interface Case {
  readonly condition: () => AlertCondition
  /** The number of times the rule fires in two rounds; by default once in each round. */
  readonly fires?: number
  readonly changes?: (now: number) => Partial<AlertDraft>
  /** The labels of the values in its notice. */
  readonly facts: readonly string[]
}
const account = (figure: 'equity' | 'unrealized' | 'day-profit', rest: object): AlertCondition =>
  ({ kind: 'account', accountId, figure, currency: null, ...rest }) as AlertCondition
const position = (figure: 'weight' | 'unrealized' | 'day-profit', threshold: Decimal): AlertCondition => ({
  ...{ kind: 'position', accountId: null, symbol: heldSymbol, figure, direction: 'above', threshold },
})

/** Rules of every kind and state by description, with the number of times each fires. */
export const cases: Readonly<Record<string, Case>> = {
  'a price above': { condition: () => price('above', aboveSymbol, '1.2'), facts: ['Last'] },
  'a price below': { condition: () => price('below', belowSymbol, '0.8'), facts: ['Last'] },
  'percent change of the day': {
    condition: () => ({ kind: 'day-percent', symbol: risingSymbol, move: 'up', percent: d('20') }),
    facts: ['Last', 'Change', 'Previous close'],
  },
  'percent change from a reference price': {
    condition: () => ({
      kind: 'percent-from',
      symbol: fallingSymbol,
      from: times(fallingSymbol, '1'),
      move: 'down',
      percent: d('20'),
    }),
    facts: ['Last', 'Change', 'From'],
  },
  'a price near the day’s high': {
    condition: () => ({ kind: 'near-extreme', symbol: highSymbol, extreme: 'high', percent: d('2') }),
    facts: ['Last', 'Day’s high', 'Away'],
  },
  'a price near the day’s low': {
    condition: () => ({ kind: 'near-extreme', symbol: lowSymbol, extreme: 'low', percent: d('2') }),
    facts: ['Last', 'Day’s low', 'Away'],
  },
  'equity of the account': {
    condition: () => account('equity', { direction: 'below', threshold: half }),
    facts: ['Equity'],
  },
  'unrealized profit of the account': {
    condition: () => account('unrealized', { direction: 'above', threshold: profit() }),
    facts: ['Unrealized profit'],
  },
  'the day’s profit of the account': {
    condition: () => account('day-profit', { currency: 'RUB', direction: 'above', threshold: profit() }),
    facts: ['Day’s profit'],
  },
  'the day’s profit of a position': { condition: () => position('day-profit', profit()), facts: ['Day’s profit'] },
  'unrealized profit of a position': {
    condition: () => position('unrealized', profit()),
    facts: ['Unrealized profit'],
  },
  'the weight of a position': { condition: () => position('weight', d('50')), facts: ['Weight'] },
  'the use of margin': {
    condition: () => ({ kind: 'margin', accountId, figure: 'use', threshold: d('80') }),
    facts: ['In use', 'Initial margin', 'Available'],
  },
  'the distance to the maintenance margin': {
    condition: () => ({ kind: 'margin', accountId, figure: 'distance', threshold: half }),
    facts: ['Equity above maintenance'],
  },
  'a refused order': { condition: () => ({ kind: 'order', accountId, on: 'refused' }), facts: [] },
  'an order that needs attention': {
    condition: () => ({ kind: 'order', accountId: null, on: 'needs-attention' }),
    facts: [],
  },
  'a finished report': { condition: () => ({ kind: 'report', accountId }), facts: ['Account', 'From', 'To'] },
  'a future split': {
    condition: () => ({ kind: 'event', symbol: 'YDEX@MISX', on: 'split', days: 120 }),
    ...{ facts: ['YDEX@MISX', 'Split'], fires: 1 },
  },
  'a rule that does not repeat': {
    condition: () => price('above', aboveSymbol, '1.2'),
    ...{ facts: ['Last'], fires: 1, changes: () => ({ repeats: false }) },
  },
  'a rule with a cool-down': {
    condition: () => price('above', aboveSymbol, '1.2'),
    ...{ facts: ['Last'], fires: 1, changes: () => ({ coolDownMinutes: 600 }) },
  },
  'a rule whose price does not come back beyond the hysteresis': {
    condition: () => price('above', aboveSymbol, '1.2'),
    ...{ facts: ['Last'], fires: 1, changes: () => ({ hysteresis: times(aboveSymbol, '0.9') }) },
  },
  'a disabled rule': {
    condition: () => price('above', aboveSymbol, '1.2'),
    facts: [],
    fires: 0,
    changes: () => ({ isEnabled: false }),
  },
  'an expired rule': {
    condition: () => price('above', aboveSymbol, '1.2'),
    ...{ facts: [], fires: 0, changes: (now) => ({ expiresAt: now + 1_000 }) },
  },
  'a snoozed rule': { condition: () => price('above', aboveSymbol, '1.2'), facts: [], fires: 0 },
  'a delayed price': { condition: () => price('above', delayedSymbol, '1.2'), facts: ['Last'] },
}
