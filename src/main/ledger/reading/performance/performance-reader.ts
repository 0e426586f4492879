import { formatUnits } from '#main/insight/lots/units.ts'
import {
  contributionsOf,
  convertSums,
  factorsOf,
  formatSums,
  unknownPerformance,
} from '#main/insight/performance/figures.ts'
import { sumPeriod } from '#main/insight/performance/period.ts'
import type { ConvertedPerformance, Performance, PerformanceFigures } from '#shared/model/ledger/performance.ts'
import { soleCurrency } from '#shared/unknown-currency.ts'
import { isLoaded, wholeDays, type BaseRates, type PerformanceQuestion, type ReaderSource } from './question.ts'
import { readPeriod } from './read-period.ts'
import { ReturnsReader } from './returns-reader.ts'

/** The performance of a scope, from stored holdings, which must be current, and the sums that are stored with the rows. */
export function* readPerformance(source: ReaderSource, requested: PerformanceQuestion): Generator<void, Performance> {
  const question = wholeDays(requested)
  const { from, to, choices, currency: only } = question
  const none = { from, to, method: choices.method }
  if (question.accountIds.length === 0) return unknownPerformance('no-account', none)
  if (!isLoaded(source, question)) return unknownPerformance('not-loaded', none)
  if (from >= to) return unknownPerformance('nothing', none)
  const period = yield* readPeriod(source, question)
  const { sums, added } = sumPeriod(period.instruments, period.cash)
  const returns = yield* ReturnsReader.begin(period, question)
  const byCurrency: PerformanceFigures[] = []
  for (const [currency, each] of sums) {
    if (only !== null && currency !== only) continue
    const plain = formatSums(currency, each)
    const factors = factorsOf(currency, [])
    const found = yield* returns.read(plain, factors)
    byCurrency.push({ ...plain, ...found, contribution: contributionsOf(added, factors) })
  }
  const rates = only === null && byCurrency.length > 0 ? question.rates : null
  let base: ConvertedPerformance | null = null
  if (rates !== null) {
    const used = rates.rates.filter(({ currency }) => sums.has(currency))
    const factors = factorsOf(rates.base, used)
    const total = convertSums(byCurrency, rates.base, factors)
    const found = yield* returns.read(total, factors)
    const notConverted = notConvertedOf(byCurrency, rates)
    base = { ...total, ...found, contribution: contributionsOf(added, factors), rates: used, notConverted }
  }
  const isConverted = base !== null && base.notConverted.length === 0
  const sole = soleCurrency(byCurrency.map(({ currency }) => currency))
  const top = isConverted ? base : (byCurrency.find(({ currency }) => currency === sole) ?? base)
  const reason = byCurrency.length === 0 ? 'nothing' : top === null ? 'several-currencies' : null
  return {
    ...unknownPerformance('nothing', none),
    ...(top === null ? {} : figuresOf(top)),
    reason,
    byCurrency,
    base,
    unpriced: period.unpriced,
    differing: period.scope.differing(period.differences),
    unknownCost: period.instruments
      .filter(({ unknownClosed }) => unknownClosed > 0n)
      .map(({ symbol, unknownClosed }) => ({ symbol, name: null, pieces: formatUnits(unknownClosed) })),
  }
}

/** Figures without the fields that only a conversion has. */
function figuresOf(top: PerformanceFigures): PerformanceFigures {
  const { currency, begin, end, netDeposits, realized, unrealized, income, fees, taxes, remainder } = top
  const { remainderParts, xirr, twr, drawdown, volatility, coveredDays, contribution } = top
  return {
    currency,
    begin,
    end,
    netDeposits,
    realized,
    unrealized,
    income,
    fees,
    taxes,
    remainder,
    remainderParts,
    xirr,
    twr,
    drawdown,
    volatility,
    coveredDays,
    contribution,
  }
}

/** A currency that is not known or has no rate is not part of the total. */
const notConvertedOf = (byCurrency: readonly PerformanceFigures[], { base, missing }: BaseRates) =>
  byCurrency.flatMap(({ currency }) => {
    if (currency === '') return [{ currency, problem: 'unknown-currency' as const }]
    const found = missing.find((each) => each.currency === currency)
    if (currency === base || found === undefined) return []
    return [{ currency, problem: found.problem }]
  })
