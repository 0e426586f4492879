import { partsOf, type FlowMoment } from '#main/insight/performance/day-parts.ts'
import type { Factors } from '#main/insight/performance/figures.ts'
import type { FlowDay } from '#main/insight/performance/time-weighted.ts'
import { toNumber } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import type { DailyValues } from './daily-values.ts'
import { CashMoments, tradeMoments } from './day-moments.ts'
import type { RowFlow } from './piece-flows.ts'
import type { DayMoney } from './scope-money.ts'
import type { ScopeReader } from './scope.ts'
import type { UnexplainedMoney } from './unexplained.ts'

interface Found extends DailyValues {
  readonly scope: ScopeReader
  readonly money: readonly DayMoney[]
  readonly external: readonly RowFlow[]
  /** Days (by their start, UTC ms) over which nothing can be linked. */
  readonly lost: ReadonlyMap<number, UnexplainedMoney['reason']>
  readonly factors: Factors
  readonly from: number
  readonly to: number
}

const unit = 1e18
/** Relative differences below this are rounding errors of floats. */
const roundingShare = 1e-9

/** The days with flows of a scope, by their number from `from`, divided where the value within the day is known. */
export function flowDays(found: Found): Map<number, FlowDay> {
  const { scope, factors, from, lost } = found
  const days = new Map<number, { in: number; out: number }>()
  for (const { at, currency, ...paid } of found.money) {
    const factor = factors.get(currency)
    if (factor === undefined) continue
    const index = (at - from) / dayMs
    const day = days.get(index) ?? { in: 0, out: 0 }
    days.set(index, day)
    day.in += (Number(paid.in) / unit) * toNumber(factor)
    day.out += (Number(paid.out) / unit) * toNumber(factor)
  }
  const flows = new Map<number, FlowDay>()
  const only = scope.onlySymbol
  const trades = only === null ? null : tradeMoments(scope, only, found, factors)
  const cash = scope.hasCash ? new CashMoments(scope, found.external, factors) : null
  for (const [index, day] of days) {
    const at = from + index * dayMs
    const moments = trades?.get(at) ?? (cash === null ? null : cashMoments(cash, index, day, found))
    flows.set(index, { parts: moments === null ? [{ ...day, value: null }] : partsOf(moments), lost: null })
  }
  for (const [at, reason] of lost) {
    const index = (at - from) / dayMs
    flows.set(index, { parts: [{ in: 0, out: 0, value: null }], ...flows.get(index), lost: reason })
  }
  return flows
}

/** `null` if the value within the day is not known, or if nothing but the flows changed it. */
function cashMoments(
  cash: CashMoments,
  index: number,
  day: { readonly in: number; readonly out: number },
  { values, hasPieces, from }: Found,
): readonly FlowMoment[] | null {
  const [begin, end] = [values[index] ?? null, values[index + 1] ?? null]
  if (begin === null || end === null || hasPieces[index] === 1) return null
  const size = Math.abs(begin) + Math.abs(end) + day.in + day.out
  if (Math.abs(end - begin - day.in + day.out) <= size * roundingShare) return null
  return cash.of(from + index * dayMs, begin)
}
