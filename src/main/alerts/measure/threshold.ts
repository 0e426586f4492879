import { absolute, add, compare, divide, multiply, negate, subtract, type Decimal } from '#shared/decimal.ts'
import { minuteMs } from '#shared/durations.ts'
import type { AlertText, AlertTextValues } from '#shared/model/alert-text.ts'
import type { AlertFact, AlertReading } from '#shared/model/alert.ts'
import type { AlertCode } from '#shared/text/alerts/alert-texts.ts'
import type { AlertInputs } from './inputs.ts'

/** A notice mentions the age of a reading from this age. */
const oldAfterMs = 10 * minuteMs

/** A caveat if the accounts were read long ago. */
export function describeAge(read: readonly { readonly fetchedAt: number }[], { now }: AlertInputs): AlertText[] {
  const ageMs = now - Math.min(...read.map(({ fetchedAt }) => fetchedAt))
  return ageMs > oldAfterMs ? [coded('account-read', { ageMs })] : []
}

/** A measure and its threshold, exact and in the same unit. */
export interface Level {
  readonly value: Decimal
  readonly threshold: Decimal
  /** The side of the threshold on which the rule fires. The threshold itself is on this side. */
  readonly side: 'above' | 'below'
  /** The distance by which the measure must come back before the rule is armed again, unless the user sets another one. */
  readonly hysteresis: Decimal
  readonly facts: readonly AlertFact[]
  readonly caveats: readonly AlertText[]
  /**
   * The trouble persists, although its duration is counted from zero after a restart, a sleep or a pause. So the measure has
   * not come back.
   */
  readonly persists?: boolean
}

/** The reason why a measure is unknown. */
export interface Unknown {
  readonly unknown: string
}

const thousand = '1000' as Decimal
const hundred = '100' as Decimal

/** 0.5 % of an amount or a price. */
export const shareOf = (amount: Decimal): Decimal =>
  divide(multiply(absolute(amount), '5' as Decimal), thousand) ?? amount
/** A tenth of a percentage. */
export const tenthOf = (percent: Decimal): Decimal => divide(absolute(percent), '10' as Decimal) ?? percent

/** A text without language, for facts and caveats, which are stored. */
export const coded = (code: AlertCode, values: Partial<AlertTextValues> = {}): AlertText => ({ code, ...values })

export const fact = (
  label: AlertText,
  form: Exclude<AlertFact['form'], 'words'>,
  value: string,
  currency: string | null = null,
): AlertFact => ({ label, form, value, currency })

export const wordsFact = (label: AlertText, value: AlertText): AlertFact => ({
  label,
  form: 'words',
  value,
  currency: null,
})

/** A part in percent of the whole; `null` when the whole is zero. */
export const percentOf = (part: Decimal, whole: Decimal): Decimal | null => divide(multiply(part, hundred), whole)

/** A change in percent, as the measure of a rule on price moves. */
export function moveLevel(change: Decimal, move: 'up' | 'down' | 'either', percent: Decimal) {
  const hysteresis = tenthOf(percent)
  if (move === 'down') return { value: change, threshold: negate(percent), side: 'below', hysteresis } as const
  return { value: move === 'up' ? change : absolute(change), threshold: percent, side: 'above', hysteresis } as const
}

/** Whether the measure is on the side on which the rule fires. */
export const isBeyond = ({ value, threshold, side }: Pick<Level, 'value' | 'threshold' | 'side'>): boolean =>
  side === 'above' ? compare(value, threshold) >= 0 : compare(value, threshold) <= 0

/** Whether the measure has come back far enough to arm the rule again. */
export function isBack(level: Level, hysteresis: Decimal | null): boolean {
  const margin = hysteresis ?? level.hysteresis
  const { value, threshold, side, persists = false } = level
  if (persists) return false
  return side === 'above' ? compare(value, subtract(threshold, margin)) < 0 : compare(value, add(threshold, margin)) > 0
}

/** A measure for display. */
export const readingOf = (measure: Level | Unknown): AlertReading =>
  'unknown' in measure
    ? { unknown: measure.unknown, isBeyond: null, facts: [], caveats: [] }
    : { unknown: null, isBeyond: isBeyond(measure), facts: [...measure.facts], caveats: [...measure.caveats] }
