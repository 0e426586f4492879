import type { AlertCondition, AlertRule, AlertState } from '../../../shared/model/alert.ts'
import type { Level, Unknown } from './threshold.ts'
import { measureAccount } from './account.ts'
import { measureMargin } from './margin.ts'
import { measurePosition } from './portfolio.ts'
import { measurePrice } from './price.ts'
import { measureService, measureStale } from './service.ts'
import type { AlertInputs } from './inputs.ts'

/** A rule with its state. */
export interface Alert {
  readonly rule: AlertRule
  readonly state: AlertState
}

/** Conditions on occurrences: each new one fires. */
export type OccurrenceCondition = Extract<
  AlertCondition,
  { kind: 'order' | 'report' | 'event' | 'difference' | 'missing-payment' }
>
/** Conditions on a measure that reaches a threshold. */
export type LevelCondition = Exclude<AlertCondition, OccurrenceCondition>

export const isOccurrence = (condition: AlertCondition): condition is OccurrenceCondition =>
  ['order', 'report', 'event', 'difference', 'missing-payment'].includes(condition.kind)

/** The measure of a condition, or why it is unknown. */
export function measure(
  condition: LevelCondition,
  inputs: AlertInputs,
  state: Pick<AlertState, 'splits'>,
): Level | Unknown {
  switch (condition.kind) {
    case 'price':
    case 'day-percent':
    case 'percent-from':
    case 'near-extreme':
      return measurePrice(condition, inputs, state.splits)
    case 'account':
      return measureAccount(condition, inputs)
    case 'position':
      return measurePosition(condition, inputs)
    case 'margin':
      return measureMargin(condition, inputs)
    case 'stale':
      return measureStale(condition, inputs)
    case 'service':
      return measureService(condition, inputs)
  }
}
