import { compareGrowth } from '#main/insight/performance/compare-growth.ts'
import { factorsOf } from '#main/insight/performance/figures.ts'
import { sumPeriod } from '#main/insight/performance/period.ts'
import { dayMs } from '#shared/durations.ts'
import type { BenchmarkComparison } from '#shared/model/ledger/performance.ts'
import type { GrowthPoint } from '#shared/model/ledger/returns.ts'
import { soleCurrency } from '#shared/unknown-currency.ts'
import { firstDayOf, isLoaded, wholeDays, type PerformanceQuestion, type ReaderSource } from './question.ts'
import { readPeriod } from './read-period.ts'
import { ReturnsReader } from './returns-reader.ts'
import { ScopeReader } from './scope.ts'

export interface BenchmarkQuestion extends PerformanceQuestion {
  readonly benchmark: string
}

/** The maximum age of a price that counts as the price of a day. */
const freshMs = 5 * dayMs

/** Compares the scope's index with recorded prices of an instrument. The caller adds names. */
export function* readBenchmark(
  source: ReaderSource,
  requested: BenchmarkQuestion,
): Generator<void, BenchmarkComparison> {
  const whole = wholeDays(requested)
  const from = Math.max(whole.from, Math.min(whole.to, firstDayOf(source, whole.accountIds)))
  const question = { ...whole, from }
  const own = isLoaded(source, question) && from < question.to ? yield* ownPoints(source, question) : []
  const scope = new ScopeReader(source.db, source.known, question)
  const { benchmark } = question
  const points: { at: number; value: number }[] = []
  for (let at = from; at <= question.to; at += dayMs) {
    const recorded = scope.recordedBefore(benchmark, at)
    if (recorded !== null && at - recorded.at <= freshMs) points.push({ at, value: Number(recorded.price) })
  }
  return {
    symbol: benchmark,
    name: null,
    currency: scope.instrumentOf(benchmark).currency,
    isWithoutDividends: true,
    ...compareGrowth(own, points, { from, to: question.to }),
  }
}

function* ownPoints(source: ReaderSource, question: PerformanceQuestion): Generator<void, readonly GrowthPoint[]> {
  const period = yield* readPeriod(source, question)
  const { rates, currency } = question
  const currencies = [...sumPeriod(period.instruments, period.cash).sums.keys()]
  const only = soleCurrency(currencies.filter((each) => currency === null || each === currency))
  const target = rates !== null && currency === null ? rates.base : only
  if (target === null) return []
  const returns = yield* ReturnsReader.begin(period, question)
  const linked = yield* returns.link(factorsOf(target, rates?.base === target ? rates.rates : []))
  return linked?.points ?? []
}
