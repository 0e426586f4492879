import { negate, sign, sum, toNumber, zero, type Decimal } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import type { MoneyWeighted } from '#shared/model/ledger/returns.ts'
import { growthOf } from './window-growth.ts'
import { xirr, type Flow } from './xirr.ts'

/** The values and flows of a scope over a period, in one currency. Times are starts of UTC days (UTC ms). */
export interface MoneyPeriod {
  readonly from: number
  readonly to: number
  /** The value at `from`, and below at `to`; `null` if it is not known. */
  readonly begin: Decimal | null
  readonly end: Decimal | null
  /** The flows of days; `out` is negative for a charge that is paid from outside. `null` if one is not known. */
  readonly flows: readonly { readonly at: number; readonly in: Decimal; readonly out: Decimal }[] | null
}

const yearDays = 365

/**
 * Calculates the annual money-weighted return of a scope, as a fraction: the rates at which its initial value and
 * deposits equal its withdrawals and final value. `roots` has all such rates; `reason` says why there is not exactly
 * one. The period ends with the last flow if nothing is invested at its end. Over less than a year there is no annual
 * rate but `periodReturn`, the return of the period.
 */
export function moneyWeighted({ from, to, begin, end, flows }: MoneyPeriod): MoneyWeighted {
  if (begin === null || end === null || flows === null) return without('unknown-value')
  const all = [
    { at: from, amount: negate(begin) },
    ...flows.flatMap((day) => [
      ...(day.in === zero ? [] : [{ at: day.at, amount: negate(day.in) }]),
      ...(day.out === zero ? [] : [{ at: day.at, amount: day.out }]),
    ]),
    { at: to, amount: end },
  ].filter(({ amount }) => sign(amount) !== 0)
  const isInvested = sign(begin) !== 0 || flows.some((day) => sign(day.in) > 0)
  if (all.length === 0 || (!isInvested && sign(end) === 0)) return without('no-flows')
  const times = all.map(({ at }) => at)
  const [first, last] = [
    times.reduce((a, b) => Math.min(a, b), Infinity),
    times.reduce((a, b) => Math.max(a, b), -Infinity),
  ]
  const received = all.filter(({ amount }) => sign(amount) > 0).map(({ amount }) => amount)
  if (sign(end) < 0 && sign(begin) >= 0 && sign(sum([end, ...received])) < 0) return without('more-lost')
  const isTotalLoss = received.length === 0 && sign(end) === 0
  // No flow shows when everything was lost.
  if (((isTotalLoss ? Math.max(last, to) : last) - first) / dayMs < yearDays)
    return { roots: [], reason: 'short-period', periodReturn: returnOf({ begin, end, flows }, [first, last]) }
  if (isTotalLoss) return { roots: [-1], reason: null, periodReturn: null }
  const roots = xirr(all.map(({ at, amount }): Flow => ({ date: dateOf(at), amount })))
  if (roots.length !== 1) return { ...without(roots.length === 0 ? 'no-rate' : 'several-rates'), roots }
  return { roots, reason: null, periodReturn: null }
}

const without = (reason: MoneyWeighted['reason']): MoneyWeighted => ({ roots: [], reason, periodReturn: null })

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length)

/** The return of the days from the first flow to the last, or to the end; `null` if there is no single one. */
function returnOf(
  { begin, end, flows }: { readonly begin: Decimal; readonly end: Decimal; readonly flows: MoneyPeriod['flows'] },
  [first, last]: readonly [number, number],
): number | null {
  const days = Array.from({ length: Math.round((last - first) / dayMs) + 1 }, () => ({ in: 0, out: 0 }))
  for (const flow of flows ?? []) {
    const day = days[Math.round((flow.at - first) / dayMs)]
    if (day === undefined) continue
    day.in += toNumber(flow.in)
    day.out += toNumber(flow.out)
  }
  const growth = growthOf({ begin: toNumber(begin), end: toNumber(end), days })
  return typeof growth === 'number' ? growth - 1 : null
}
