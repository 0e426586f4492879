import { convertSums, factorsOf, formatSums, unknownSums } from '#main/insight/performance/figures.ts'
import type { InstrumentPeriod } from '#main/insight/performance/period-parts.ts'
import { PeriodTotal, sumPeriod } from '#main/insight/performance/period.ts'
import { linkDays, type DailyScope } from '#main/insight/performance/time-weighted.ts'
import { dayMs } from '#shared/durations.ts'
import type { PerformanceRow } from '#shared/model/ledger/performance.ts'
import { soleCurrency } from '#shared/unknown-currency.ts'
import { flowsBySymbol, instrumentPeriod, valueInstrument } from './instrument-period.ts'
import { readFlows } from './piece-flows.ts'
import { firstDayOf, isLoaded, wholeDays, type PerformanceQuestion, type ReaderSource } from './question.ts'
import { readPeriod } from './read-period.ts'
import { ReturnsReader } from './returns-reader.ts'

export interface TableQuestion extends PerformanceQuestion {
  readonly by: 'year' | 'month'
}

/** A period for each UTC year or month, latest first. Each instrument is read once for all periods. */
export function* readTable(source: ReaderSource, requested: TableQuestion): Generator<void, PerformanceRow[]> {
  const whole = wholeDays(requested)
  if (whole.accountIds.length === 0 || !isLoaded(source, whole)) return []
  const question = { ...whole, from: Math.max(whole.from, firstDayOf(source, whole.accountIds)) }
  if (question.from >= question.to) return []
  const times = boundaries(question)
  const period = yield* readPeriod(source, question)
  const { scope, cashReader, differences } = period
  const spans = times.slice(1).map((to, index) => {
    const from = times[index] ?? to
    return {
      from,
      to,
      flows: flowsBySymbol(readFlows(scope, from, to)),
      instruments: [] as InstrumentPeriod[],
    }
  })
  yield
  const unlisted = differences.priced.filter((symbol) => scope.isIncluded(symbol))
  for (const symbol of new Set([...scope.symbols, ...unlisted])) {
    const points = scope.atTimes(symbol, times)
    const ends = points.map((point, index) => ({
      own: point.own,
      value: valueInstrument(scope, symbol, point, times[index] ?? 0, differences),
    }))
    for (const [index, { flows, instruments }] of spans.entries()) {
      const found = instrumentPeriod(symbol, ends[index] ?? null, ends[index + 1] ?? null, flows(symbol))
      if (found !== null) instruments.push(found)
    }
    yield
  }
  const currencies = [...sumPeriod(period.instruments, period.cash).sums.keys()].filter(
    (each) => question.currency === null || each === question.currency,
  )
  const returns = yield* ReturnsReader.begin(period, question)
  const growth = yield* growthReader(returns, currencies, question)
  const rows = spans.map(({ from, to, instruments }): PerformanceRow => {
    const total = new PeriodTotal(scope.hasCash)
    for (const each of instruments) total.addInstrument(each)
    if (cashReader !== null) total.addCash(cashReader.period(from, to, instruments, differences))
    total.end()
    const byCurrency = [...total.sums]
      .filter(([currency]) => question.currency === null || currency === question.currency)
      .map(([currency, sums]) => formatSums(currency, sums))
    const { rates } = question
    const base =
      rates === null || question.currency !== null || byCurrency.length === 0
        ? null
        : convertSums(byCurrency, rates.base, factorsOf(rates.base, rates.rates))
    const only = soleCurrency(byCurrency.map((each) => each.currency))
    const top = base ?? byCurrency.find((each) => each.currency === only) ?? { ...unknownSums, currency: null }
    return { ...top, from, to, byCurrency, ...(top.currency === null ? noGrowth : growth(from, to)) }
  })
  return rows.reverse()
}

/** The starts of UTC years or months in the period, and both ends of the period. */
function boundaries({ from, to, by }: TableQuestion): number[] {
  const first = new Date(from)
  const step = by === 'year' ? 12 : 1
  const times = [from]
  const start = by === 'year' ? 0 : first.getUTCMonth()
  for (let month = start + step; ; month += step) {
    const at = Date.UTC(first.getUTCFullYear(), month, 1)
    if (at >= to) return [...times, to]
    if (at > from) times.push(at)
  }
}

/** Reads the daily values of the top currency once. The return of each interval is calculated from its days. */
function* growthReader(returns: ReturnsReader, currencies: readonly string[], { rates, currency }: TableQuestion) {
  const isConverted = rates !== null && currency === null
  const only = soleCurrency(currencies)
  const factors = isConverted ? factorsOf(rates.base, rates.rates) : only === null ? null : factorsOf(only, [])
  const days = factors === null ? null : yield* returns.days(factors)
  return (from: number, to: number): Growth => {
    const linked = days === null ? null : linkDays(cut(days, from, to), returns.minCoveredShare)
    return linked === null ? noGrowth : { twr: linked.twr.total, twrReason: linked.twr.reason }
  }
}

type Growth = Pick<PerformanceRow, 'twr' | 'twrReason'>

const noGrowth: Growth = { twr: null, twrReason: 'no-value' }

/** The days from one time to another (UTC ms). */
function cut({ from: firstAt, values, flows }: DailyScope, from: number, to: number): DailyScope {
  const [first, last] = [(from - firstAt) / dayMs, (to - firstAt) / dayMs]
  const own = [...flows].flatMap(([day, flow]) => (day >= first && day < last ? [[day - first, flow] as const] : []))
  return { from, values: values.slice(first, last + 1), flows: new Map(own) }
}
