import { dayMs } from '../../../shared/durations.ts'
import { negate, sign, type Decimal } from '../../../shared/decimal.ts'
import type { MoneyWeighted } from '../../../shared/model/ledger/performance.ts'
import { xirr, type Flow } from './xirr.ts'

/** A scope over a period in one currency. Times are starts of UTC days, ms. */
export interface MoneyPeriod {
  readonly from: number
  readonly to: number
  /** `null` is unknown. */
  readonly begin: Decimal | null
  readonly end: Decimal | null
  /** What came in on a day, negative for what left; `null` if one of them is not known. */
  readonly flows: readonly { readonly at: number; readonly amount: Decimal }[] | null
}

const yearDays = 365

/** The annual money-weighted return of a scope: what it began with and what came in, against what left and what it ends with. */
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
  // Nothing came back: a total loss.
  if (all.every(({ amount }) => sign(amount) < 0)) return { roots: [-1], reason: null }
  const roots = xirr(all.map(({ at, amount }): Flow => ({ date: dateOf(at), amount })))
  return { roots, reason: roots.length === 1 ? null : roots.length === 0 ? 'no-rate' : 'several-rates' }
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length)
