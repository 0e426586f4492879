import { absolute, compare, divide, multiply, sign, subtract, type Decimal } from '../../../shared/decimal.ts'
import type { BondEvent, Dividend, Split } from '../../../shared/model/instrument.ts'
import { dayMs } from '../../../shared/durations.ts'
import type { Money } from '../../../shared/model/values.ts'

/** Kinds of transactions that follow from a corporate event. */
export type EventKind = 'dividend' | 'coupon' | 'amortization' | 'redemption' | 'split'

/** A corporate event as far as it can be compared with a transaction. */
export interface NearableEvent {
  readonly kind: EventKind
  /** UTC ms of its date. */
  readonly at: number
  /** Of one piece; null for an event without money. */
  readonly each: { readonly amount: Decimal; readonly currency: string } | null
}

/** What of a transaction is compared. */
interface Movement {
  /** UTC ms. */
  readonly at: number
  readonly change: Money | null
  readonly changeQuantity: Decimal | null
}

/** A payment is booked from some days before the event's date until well after it. */
const beforeMs = 5 * dayMs
const afterMs = 45 * dayMs
const hundredth = '0.01' as Decimal

/** The kinds of the events that a transaction may belong to: near in time, and of this amount for whole pieces. */
export function eventsNear(movement: Movement, events: readonly NearableEvent[]): EventKind[] {
  const near = events.filter(({ at }) => movement.at >= at - beforeMs && movement.at < at + afterMs)
  return [...new Set(near.filter((event) => fits(movement, event)).map(({ kind }) => kind))]
}

function fits({ change, changeQuantity }: Movement, { each }: NearableEvent): boolean {
  const hasMoney = change !== null && sign(change.amount) !== 0
  if (each === null) return !hasMoney && changeQuantity !== null && sign(changeQuantity) !== 0
  return hasMoney && change.currency === each.currency && isMultiple(absolute(change.amount), each.amount)
}

/** Whether an amount is paid for a whole number of pieces, at most a hundredth off by rounding. */
function isMultiple(amount: Decimal, each: Decimal): boolean {
  const pieces = sign(each) > 0 ? divide(amount, each, 0) : null
  if (pieces === null || sign(pieces) <= 0) return false
  return compare(absolute(subtract(amount, multiply(pieces, each))), hundredth) <= 0
}

/** Midnight UTC of a date that has all its parts; null for a year or a month alone. */
const startOf = (date: string | null): number | null =>
  date !== null && /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : null

/** A dividend that has a date and an amount. */
export function ofDividend({ date, amount, currency }: Dividend): NearableEvent[] {
  const at = startOf(date)
  return at === null || amount === null ? [] : [{ kind: 'dividend', at, each: { amount, currency } }]
}

/** A bond's coupon, amortization, or the amortization that leaves no face value. An offer moves nothing by itself. */
export function ofBondEvent({ date, type, value, currency, amortization }: BondEvent): NearableEvent[] {
  const at = startOf(date)
  if (at === null || value === null) return []
  const each = { amount: value, currency }
  if (type === 'COUPON') return [{ kind: 'coupon', at, each }]
  if (type !== 'AMORTIZATION') return []
  const face = amortization?.newFaceValue ?? null
  return [{ kind: face !== null && sign(face) === 0 ? 'redemption' : 'amortization', at, each }]
}

/** A split that has a date. */
export function ofSplit({ execDate }: Split): NearableEvent[] {
  const at = startOf(execDate)
  return at === null ? [] : [{ kind: 'split', at, each: null }]
}
