import { daysAfter, daysBefore } from '../payment-window.ts'
import type { Expectation } from './expectation.ts'
import { mayPay, type Payment } from './payment.ts'

/** A payment at most this many days after the date of its event is not late. */
export const lateAfterDays = 15
/** Events at least this many days apart can be distinguished by time. */
const apartDays = 25

/** Finds the events that payments of an account may belong to. */
export class EventsBySymbol {
  readonly #bySymbol: ReadonlyMap<string, readonly Expectation[]>
  readonly #mayPay: typeof mayPay

  constructor(events: readonly Expectation[], fits = mayPay) {
    this.#mayPay = fits
    const groups = Map.groupBy(events, ({ event }) => event.symbol)
    for (const own of groups.values()) own.sort((a, b) => a.event.day - b.event.day)
    this.#bySymbol = groups
  }

  fitting(payment: Payment): Expectation[] {
    return payment.symbols.flatMap((symbol) => {
      const own = this.#bySymbol.get(symbol) ?? []
      const found: Expectation[] = []
      for (let index = firstFrom(own, payment.day - daysAfter); index < own.length; index++) {
        const each = own[index]
        if (each === undefined || each.event.day > payment.day + daysBefore) break
        if (this.#mayPay(payment, each.event)) found.push(each)
      }
      return found
    })
  }
}

/** The index of the first event on or after a day (days since 1970). */
function firstFrom(events: readonly Expectation[], day: number): number {
  let [low, high] = [0, events.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((events[middle]?.event.day ?? Infinity) < day) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Returns the event that the time alone decides: the only possible one, or the only one for which the payment is not
 * late, if all others are about a month away. `null` if the time does not decide.
 */
export function eventByTime({ day }: Payment, fitting: readonly Expectation[]): Expectation | null {
  const [only, ...others] =
    fitting.length === 1 ? fitting : fitting.filter(({ event }) => day <= event.day + lateAfterDays)
  if (only === undefined || others.length > 0) return null
  const isApart = fitting.every((each) => each === only || Math.abs(each.event.day - only.event.day) >= apartDays)
  return isApart ? only : null
}
