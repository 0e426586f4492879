import { dayMs } from '../../../../shared/durations.ts'
import { multiply, toNumber } from '../../../../shared/decimal.ts'
import type { PerformanceFigures, PerformanceSums } from '../../../../shared/model/ledger/performance.ts'
import type { DayFlow } from '../../../insight/history/external-flow.ts'
import { formatUnits } from '../../../insight/lots/units.ts'
import type { Factors } from '../../../insight/performance/figures.ts'
import { moneyWeighted } from '../../../insight/performance/money-weighted.ts'
import { linkDays, type DailyScope, type LinkedDays } from '../../../insight/performance/time-weighted.ts'
import { dailyValues } from './daily-values.ts'
import type { PerformanceQuestion } from './question.ts'
import type { ReadPeriod } from './read-period.ts'
import { scopeFlows } from './piece-flows.ts'

type Returns = Pick<PerformanceFigures, 'xirr' | 'twr' | 'drawdown' | 'volatility' | 'coveredDays'>

/** The returns of a scope over a period, in each currency in which its sums are known. */
export class ReturnsReader {
  readonly #period: ReadPeriod
  readonly #question: PerformanceQuestion
  readonly #flows: readonly DayFlow[] | null

  private constructor(period: ReadPeriod, question: PerformanceQuestion, flows: readonly DayFlow[] | null) {
    this.#period = period
    this.#question = question
    this.#flows = flows
  }

  static *begin(period: ReadPeriod, question: PerformanceQuestion): Generator<void, ReturnsReader> {
    const { scope, flows, instruments } = period
    const found = yield* scopeFlows(scope, flows, instruments, [question.from, question.to])
    return new ReturnsReader(period, question, found)
  }

  *read(sums: PerformanceSums, factors: Factors): Generator<void, Returns> {
    const { from, to, now, isQuick } = this.#question
    // Money exchanged between currencies is not a flow of either currency.
    const isMixed = sums.remainderParts.some(({ reason }) => reason === 'other-currency') && factors.size === 1
    // The difference between the service and the rows may have arisen at any time.
    const hasDifference = sums.remainderParts.some(({ reason }) => reason === 'difference')
    const flows = isMixed || hasDifference ? null : this.#flowsIn(factors)
    const today = Math.floor(now / dayMs) * dayMs
    const xirr = moneyWeighted({ from, to: Math.min(to, today), begin: sums.begin, end: sums.end, flows })
    const linked = isQuick || isMixed ? null : yield* this.link(factors)
    if (linked === null) return { xirr, twr: null, drawdown: null, volatility: null, coveredDays: 0 }
    const { twr, drawdown, volatility, coveredDays } = linked
    return { xirr, twr, drawdown, volatility, coveredDays }
  }

  /** The linked days of the scope; `null` if no value is known. */
  *link(factors: Factors): Generator<void, LinkedDays | null> {
    const days = yield* this.days(factors)
    return days === null ? null : linkDays(days)
  }

  /** The value and the flows of each day from the first row on; `null` if a flow is not known. */
  *days(factors: Factors): Generator<void, DailyScope | null> {
    const { to, recorded, knownDay } = this.#question
    const { scope, cashReader, differences, firstDay: from } = this.#period
    if (from >= to) return null
    const flows = this.#flowsIn(factors)
    if (flows === null) return null
    const hasDifference = scope.differing(differences).length > 0
    const count = Math.round((to - from) / dayMs)
    const values = hasDifference
      ? Array.from({ length: count + 1 }, () => null)
      : yield* dailyValues({ scope, from, to, factors, cash: cashReader, knownDay })
    const all: (number | null)[] = values
    if (
      scope.hasCash &&
      recorded !== null &&
      factors.has(recorded.currency) &&
      this.#isTarget(recorded.currency, factors)
    )
      for (const { at, equity } of recorded.days) {
        const index = (at - from) / dayMs + 1
        if (index >= 0 && index <= count) all[index] = toNumber(equity)
      }
    const byDay = new Float64Array(count)
    for (const { at, amount } of flows) {
      const index = (at - from) / dayMs
      byDay[index] = (byDay[index] ?? 0) + toNumber(amount)
    }
    return { from, values: all, flows: [...byDay] }
  }

  #isTarget(currency: string, factors: Factors): boolean {
    return factors.get(currency) === '1'
  }

  #flowsIn(factors: Factors) {
    return (
      this.#flows?.flatMap(({ at, currency, amount }) => {
        const factor = factors.get(currency)
        return factor === undefined ? [] : [{ at, amount: multiply(formatUnits(amount), factor) }]
      }) ?? null
    )
  }
}
