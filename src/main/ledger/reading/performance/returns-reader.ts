import { formatUnits } from '#main/insight/lots/units.ts'
import { partsOf, type FlowMoment } from '#main/insight/performance/day-parts.ts'
import type { Factors } from '#main/insight/performance/figures.ts'
import { moneyWeighted } from '#main/insight/performance/money-weighted.ts'
import { linkDays, type DailyScope, type LinkedDays, type FlowDay } from '#main/insight/performance/time-weighted.ts'
import { multiply, toNumber, zero, type Decimal } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import type { PerformanceFigures, PerformanceSums } from '#shared/model/ledger/performance.ts'
import type { MoneyWeighted, TimeWeighted, TwrReason } from '#shared/model/ledger/returns.ts'
import { dailyValues, type DailyValues } from './daily-values.ts'
import { CashMoments, tradeMoments } from './day-moments.ts'
import type { RowFlow } from './piece-flows.ts'
import type { PerformanceQuestion } from './question.ts'
import type { ReadPeriod } from './read-period.ts'
import { readMoney, type DayMoney } from './scope-money.ts'
import type { ScopeReader } from './scope-reader.ts'
import { lostDays, type UnexplainedMoney } from './unexplained.ts'

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
function flowDays(found: Found): Map<number, FlowDay> {
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

type Returns = Pick<PerformanceFigures, 'xirr' | 'twr' | 'drawdown' | 'volatility' | 'coveredDays'>

/** The returns of a scope over a period, in each currency in which its sums are known. */
export class ReturnsReader {
  readonly #period: ReadPeriod
  readonly #question: PerformanceQuestion
  /** `null` if a flow is not known. */
  readonly #money: readonly DayMoney[] | null

  private constructor(period: ReadPeriod, question: PerformanceQuestion, money: readonly DayMoney[] | null) {
    this.#period = period
    this.#question = question
    this.#money = money
  }

  static *begin(period: ReadPeriod, question: PerformanceQuestion): Generator<void, ReturnsReader> {
    const { scope, flows, instruments } = period
    const money = yield* readMoney(scope, flows, instruments, [question.from, question.to])
    return new ReturnsReader(period, question, money)
  }

  *read(sums: PerformanceSums, factors: Factors): Generator<void, Returns> {
    // Money exchanged between currencies is not a flow of either currency.
    const isMixed = sums.remainderParts.some(({ reason }) => reason === 'other-currency') && factors.size === 1
    const xirr = isMixed ? unknownRate('unknown-value') : this.#moneyWeighted(sums, factors)
    const none = { xirr, drawdown: null, volatility: null, coveredDays: 0 }
    const reason = isMixed ? 'exchange' : this.#hasFuture() ? 'future' : null
    if (this.#question.isQuick) return { ...none, twr: null }
    if (reason !== null) return { ...none, twr: this.#uncovered(reason) }
    const linked = yield* this.link(factors)
    if (linked === null) return { ...none, twr: null }
    const { twr, drawdown, volatility, coveredDays } = linked
    return { xirr, twr, drawdown, volatility, coveredDays }
  }

  /** The linked days of the scope; `null` if no value is known. */
  *link(factors: Factors): Generator<void, LinkedDays | null> {
    const days = yield* this.days(factors)
    return days === null ? null : linkDays(days, this.minCoveredShare)
  }

  get minCoveredShare(): number {
    return this.#question.knownDay.minCoveredPercent / 100
  }

  /** The value and the flows of each day from the first row on; `null` if they are not known. */
  *days(factors: Factors): Generator<void, DailyScope | null> {
    const { to, recorded, knownDay } = this.#question
    const { scope, cashReader, differences, flows, firstDay: from } = this.#period
    if (from >= to || this.#money === null || this.#hasFuture()) return null
    const hasDifference = scope.differing(differences).length > 0
    const count = Math.round((to - from) / dayMs)
    const { values, hasPieces } = hasDifference
      ? { values: Array.from({ length: count + 1 }, (): number | null => null), hasPieces: new Uint8Array(count) }
      : yield* dailyValues({ scope, from, to, factors, cash: cashReader, knownDay, apart: flows.apart })
    if (scope.hasCash && recorded !== null && factors.get(recorded.currency) === '1')
      for (const { at, equity } of recorded.days) {
        const index = (at - from) / dayMs + 1
        if (index >= 0 && index <= count) values[index] = toNumber(equity)
      }
    const lost = lostDays(flows.unknownMoney, (currency) => factors.has(currency))
    const { external } = flows
    const found = { scope, money: this.#money, external, lost, values, hasPieces, factors, from, to }
    return { from, values, flows: flowDays(found) }
  }

  #moneyWeighted({ begin, end, remainderParts }: PerformanceSums, factors: Factors): MoneyWeighted {
    const { from, to, now } = this.#question
    // The difference between the service and the rows may have arisen at any time.
    if (remainderParts.some(({ reason }) => reason === 'difference')) return unknownRate('unknown-value')
    const lost = lostDays(this.#period.flows.unknownMoney, (currency) => factors.has(currency))
    if (lost.size > 0) return unknownRate('unknown-money')
    const flows = this.#money?.flatMap(({ at, currency, ...paid }) => {
      const factor = factors.get(currency)
      if (factor === undefined) return []
      return [{ at, in: convert(paid.in, factor), out: convert(paid.out, factor) }]
    })
    const today = Math.floor(now / dayMs) * dayMs
    return moneyWeighted({ from, to: Math.min(to, today), begin, end, flows: flows ?? null })
  }

  /** A future is paid for by its variation margin, so that nothing is invested in it. */
  #hasFuture(): boolean {
    const { scope, instruments } = this.#period
    return !scope.hasCash && instruments.some(({ symbol }) => scope.instrumentOf(symbol).facts.isFuture)
  }

  #uncovered(reason: TwrReason): TimeWeighted {
    const { to } = this.#question
    const from = this.#period.firstDay
    return { total: null, reason, coveredShare: 0, knownShare: 0, gaps: [{ from, to, reason }], from, to }
  }
}

const convert = (units: bigint, factor: Decimal): Decimal =>
  units === 0n ? zero : factor === '1' ? formatUnits(units) : multiply(formatUnits(units), factor)

const unknownRate = (reason: MoneyWeighted['reason']): MoneyWeighted => ({ roots: [], reason, periodReturn: null })
