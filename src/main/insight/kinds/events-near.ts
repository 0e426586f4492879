import { absolute, compare, divide, multiply, sign, subtract, type Decimal } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import type { BondEvent, Dividend, Split } from '#shared/model/instrument.ts'
import type { Money } from '#shared/model/values.ts'
import { daysAfter, daysBefore } from '../payment-window.ts'

/** Kinds of transactions that follow from a corporate event. */
export type EventKind = 'dividend' | 'coupon' | 'amortization' | 'redemption' | 'split'

/** The fields of a corporate event that are compared with a transaction. */
export interface ComparableEvent {
  readonly kind: EventKind
  /** Midnight UTC (ms) of the date of the event. */
  readonly at: number
  /** The amount for one piece; `null` for an event without money. */
  readonly each: { readonly amount: Decimal; readonly currency: string } | null
}

/** The fields of a transaction that are compared with an event. */
interface Movement {
  /** UTC ms. */
  readonly at: number
  readonly change: Money | null
  readonly changeQuantity: Decimal | null
  /** Whether its name says that it repays face value. */
  readonly isNamedRepayment: boolean
}

const hundredth = '0.01' as Decimal

/**
 * Returns the kinds of the events that a transaction may belong to. The event is near in time and has the same
 * currency, and the amount is that of a whole number of pieces. An event without money matches a change of pieces
 * without money. Amounts of two currencies cannot be compared: there, a name that says "repayment" is enough for an
 * event that repays. Of several repayments of face value only the nearest one counts: each of them has its own.
 */
export function eventsNear(movement: Movement, events: readonly ComparableEvent[]): EventKind[] {
  const near = events.filter((event) => isNear(movement, event) && fits(movement, event))
  const distance = (event: ComparableEvent): number => Math.abs(movement.at - event.at)
  const nearest = Math.min(...near.filter(repaysFace).map(distance))
  const meant = near.filter((event) => !repaysFace(event) || distance(event) === nearest)
  return [...new Set(meant.map(({ kind }) => kind))]
}

const repaysFace = ({ kind }: ComparableEvent): boolean => kind === 'amortization' || kind === 'redemption'

/** Whether a payment at this time may belong to an event. */
export const isNear = (movement: { readonly at: number }, event: { readonly at: number }): boolean =>
  movement.at >= event.at - daysBefore * dayMs && movement.at < event.at + daysAfter * dayMs

function fits({ change, changeQuantity, isNamedRepayment }: Movement, event: ComparableEvent): boolean {
  const { each } = event
  const hasMoney = change !== null && sign(change.amount) !== 0
  if (each === null) return !hasMoney && changeQuantity !== null && sign(changeQuantity) !== 0
  if (!hasMoney) return false
  if (change.currency !== each.currency) return isNamedRepayment && repaysFace(event)
  return isMultiple(absolute(change.amount), each.amount)
}

/** Whether an amount is `each` times a whole number of pieces, within 0.01 for rounding. */
function isMultiple(amount: Decimal, each: Decimal): boolean {
  const pieces = sign(each) > 0 ? divide(amount, each, 0) : null
  if (pieces === null || sign(pieces) <= 0) return false
  return compare(absolute(subtract(amount, multiply(pieces, each))), hundredth) <= 0
}

/** Midnight UTC (ms) of a complete date; `null` for a year or a month without a day. */
const startOf = (date: string | null): number | null =>
  date !== null && /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : null

/** Reads a dividend; the result is empty if the date or the amount is missing. */
export function eventOfDividend({ date, amount, currency }: Dividend): ComparableEvent[] {
  const at = startOf(date)
  return at === null || amount === null ? [] : [{ kind: 'dividend', at, each: { amount, currency } }]
}

/**
 * Reads an event of a bond: a coupon, an amortization, or the redemption, which is the amortization that leaves no face
 * value. The result is empty if the date or the amount is missing, and for offers, because an offer alone moves no
 * money.
 */
export function eventOfBondEvent({ date, type, value, currency, amortization }: BondEvent): ComparableEvent[] {
  const at = startOf(date)
  if (at === null || value === null) return []
  const each = { amount: value, currency }
  if (type === 'COUPON') return [{ kind: 'coupon', at, each }]
  if (type !== 'AMORTIZATION') return []
  const face = amortization?.newFaceValue ?? null
  return [{ kind: face !== null && sign(face) === 0 ? 'redemption' : 'amortization', at, each }]
}

/** Reads a split; the result is empty if the date is missing. */
export function eventOfSplit({ execDate }: Split): ComparableEvent[] {
  const at = startOf(execDate)
  return at === null ? [] : [{ kind: 'split', at, each: null }]
}
