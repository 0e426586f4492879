import type { AlertCondition, AlertRule, AlertState } from '../../shared/model/alert.ts'
import type { Level, Unknown } from './level.ts'
import { measureAccount, measureMargin, measurePosition } from './measure-portfolio.ts'
import { measurePrice } from './measure-price.ts'
import { measureService, measureStale } from './measure-service.ts'
import type { AlertWorld } from './world.ts'

/** A rule with what is remembered of it. */
export interface Alert {
  readonly rule: AlertRule
  readonly state: AlertState
}

/** What happens, and is told each time anew. */
export type HappeningCondition = Extract<AlertCondition, { kind: 'order' | 'report' | 'event' }>
/** What a measure reaches. */
export type LevelCondition = Exclude<AlertCondition, HappeningCondition>

export const isHappening = (condition: AlertCondition): condition is HappeningCondition =>
  condition.kind === 'order' || condition.kind === 'report' || condition.kind === 'event'

/** The measure of a condition in the world as it is, or why it is not known. */
export function measure(
  condition: LevelCondition,
  world: AlertWorld,
  state: Pick<AlertState, 'splits'>,
): Level | Unknown {
  switch (condition.kind) {
    case 'price':
    case 'day-percent':
    case 'percent-from':
    case 'near-extreme':
      return measurePrice(condition, world, state.splits)
    case 'account':
      return measureAccount(condition, world)
    case 'position':
      return measurePosition(condition, world)
    case 'margin':
      return measureMargin(condition, world)
    case 'stale':
      return measureStale(condition, world)
    case 'service':
      return measureService(condition, world)
  }
}
