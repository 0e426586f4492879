import { absolute, add, compare, divide, multiply, negate, subtract, type Decimal } from '../../shared/decimal.ts'
import type { AlertFact, AlertReading } from '../../shared/model/alert.ts'

/** A measure against its threshold, all in one unit, exact. */
export interface Level {
  readonly value: Decimal
  readonly threshold: Decimal
  /** Which side of the threshold the rule waits for; the threshold itself belongs to it. */
  readonly side: 'above' | 'below'
  /** How far back it must come to be armed again, where the person says nothing. */
  readonly hysteresis: Decimal
  readonly facts: readonly AlertFact[]
  readonly caveats: readonly string[]
  /** What is measured is still there, though its time is counted anew since a restart, a sleep or a pause: it is not back. */
  readonly persists?: boolean
}

/** Why a measure is not known. */
export interface Unknown {
  readonly unknown: string
}

const thousand = '1000' as Decimal
const hundred = '100' as Decimal

/** Half a percent of an amount or a price. */
export const shareOf = (amount: Decimal): Decimal =>
  divide(multiply(absolute(amount), '5' as Decimal), thousand) ?? amount
/** A tenth of a percentage. */
export const tenthOf = (percent: Decimal): Decimal => divide(absolute(percent), '10' as Decimal) ?? percent

export const fact = (
  label: string,
  form: AlertFact['form'],
  value: string,
  currency: string | null = null,
): AlertFact => ({ label, form, value, currency })

/** A part in percent of its whole; `null` of zero. */
export const percentOf = (part: Decimal, whole: Decimal): Decimal | null => divide(multiply(part, hundred), whole)

/** A change in percent against the move that a rule waits for. */
export function moveLevel(change: Decimal, move: 'up' | 'down' | 'either', percent: Decimal) {
  const hysteresis = tenthOf(percent)
  if (move === 'down') return { value: change, threshold: negate(percent), side: 'below', hysteresis } as const
  return { value: move === 'up' ? change : absolute(change), threshold: percent, side: 'above', hysteresis } as const
}

/** Whether the measure is where the rule waits for it. */
export const isBeyond = ({ value, threshold, side }: Pick<Level, 'value' | 'threshold' | 'side'>): boolean =>
  side === 'above' ? compare(value, threshold) >= 0 : compare(value, threshold) <= 0

/** Whether it came back so far that the rule is armed again. */
export function isBack(level: Level, hysteresis: Decimal | null): boolean {
  const way = hysteresis ?? level.hysteresis
  const { value, threshold, side, persists = false } = level
  if (persists) return false
  return side === 'above' ? compare(value, subtract(threshold, way)) < 0 : compare(value, add(threshold, way)) > 0
}

/** A measure for showing. */
export const readingOf = (measure: Level | Unknown): AlertReading =>
  'unknown' in measure
    ? { unknown: measure.unknown, isBeyond: null, facts: [], caveats: [] }
    : { unknown: null, isBeyond: isBeyond(measure), facts: [...measure.facts], caveats: [...measure.caveats] }
