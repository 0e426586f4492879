import { dayMs } from '../../../shared/durations.ts'
import { negate, sign, type Decimal } from '../../../shared/decimal.ts'
import type { MoneyWeighted } from '../../../shared/model/ledger/performance.ts'
import { xirr, type Flow } from './xirr.ts'

/** The values and flows of a scope over a period, in one currency. Times are starts of UTC days (UTC ms). */
export interface MoneyPeriod {
  readonly from: number
  readonly to: number
  /** The value at `from`, and below at `to`; `null` if it is not known. */
  readonly begin: Decimal | null
  readonly end: Decimal | null
  /** The money that comes in on a day (negative: goes out); `null` if one amount is not known. */
  readonly flows: readonly { readonly at: number; readonly amount: Decimal }[] | null
}

const yearDays = 365

/**
 * Calculates the annual money-weighted return of a scope, as a fraction: the rates at which its initial value and
 * deposits equal its withdrawals and final value. `roots` has all such rates; `reason` says why there is not exactly
 * one.
 */
export function moneyWeighted({ from, to, begin, end, flows }: MoneyPeriod): MoneyWeighted {
  if (begin === null || end === null || flows === null) return { roots: [], reason: 'unknown-value' }
  const all = [
    { at: from, amount: negate(begin) },
    ...flows.map(({ at, amount }) => ({ at, amount: negate(amount) })),
    { at: to, amount: end },
  ].filter(({ amount }) => sign(amount) !== 0)
  const times = all.map(({ at }) => at)
  const [first, last] = [
    times.reduce((a, b) => Math.min(a, b), Infinity),
    times.reduce((a, b) => Math.max(a, b), -Infinity),
  ]
  if (all.length === 0) return { roots: [], reason: 'no-flows' }
  if ((Math.max(last, to) - first) / dayMs < yearDays) return { roots: [], reason: 'short-period' }
  // There is no positive flow: a total loss.
  if (all.every(({ amount }) => sign(amount) < 0)) return { roots: [-1], reason: null }
  const roots = xirr(all.map(({ at, amount }): Flow => ({ date: dateOf(at), amount })))
  return { roots, reason: roots.length === 1 ? null : roots.length === 0 ? 'no-rate' : 'several-rates' }
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length)
