import { dayMs } from '#shared/durations.ts'
import type { PerformanceFigure } from '#shared/model/ledger/explanation.ts'
import type { LotMethod } from '#shared/model/ledger/ledger.ts'
import type { BenchmarkComparison } from '#shared/model/ledger/performance.ts'
import type { RealizedLots } from '#shared/model/ledger/realized-lots.ts'
import type { GrowthPoint } from '#shared/model/ledger/returns.ts'
import { soleCurrency } from '#shared/unknown-currency.ts'
import { compareGrowth } from '../../insight/performance/compare-growth.ts'
import { factorsOf } from '../../insight/performance/figures.ts'
import { sumPeriod } from '../../insight/performance/period.ts'
import type { Db } from '../../sqlite/db.ts'
import { Memo } from '../memo.ts'
import { explainFigure } from '../reading/performance/explanation/reader.ts'
import { InstrumentMemory } from '../reading/performance/method-holdings.ts'
import { readPerformance } from '../reading/performance/performance-reader.ts'
import {
  type PerformanceQuestion,
  type ReaderSource,
  firstDayOf,
  isLoaded,
  wholeDays,
} from '../reading/performance/question.ts'
import { readPeriod } from '../reading/performance/read-period.ts'
import { readRealized, type AllRealized } from '../reading/performance/realized-reader.ts'
import { ReturnsReader } from '../reading/performance/returns-reader.ts'
import { ScopeReader } from '../reading/performance/scope-reader.ts'
import { readTable } from '../reading/performance/table-reader.ts'
import type { LedgerChoices } from '../replay/replay-inputs.ts'
import type { Answer, CurrentHoldings, InputVersions } from './current-holdings.ts'
import { NewestFirst } from './newest-first.ts'
import type { RecordedPrices } from './recorded-prices.ts'
import type { LedgerTables } from './tables.ts'

interface BenchmarkQuestion extends PerformanceQuestion {
  readonly benchmark: string
}

/** The maximum age of a price that counts as the price of a day. */
const freshMs = 5 * dayMs

/** Compares the scope's index with recorded prices of an instrument. The caller adds names. */
function* readBenchmark(source: ReaderSource, requested: BenchmarkQuestion): Generator<void, BenchmarkComparison> {
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

/** A question about performance, before the thread adds its own inputs. */
export type TimedPerformanceScope = Omit<PerformanceQuestion, 'choices' | 'quotes' | 'compared'>

export interface PerformanceTask {
  readonly question: TimedPerformanceScope
  readonly choices: LedgerChoices
  readonly versions: InputVersions
}

/** A page of the realized lots. `method` null: the chosen one. */
export interface RealizedPage {
  readonly method: LotMethod | null
  readonly offset: number
  readonly limit: number
}

interface AnswersSource {
  readonly db: Db
  readonly tables: LedgerTables
  readonly holdings: CurrentHoldings
  readonly prices: Pick<RecordedPrices, 'lines'>
}

type Read<T> = (source: ReaderSource, question: PerformanceQuestion, revision: number | null) => Generator<void, T>

/** The user switches between this number of scopes and periods at most. */
const maxAnswers = 60

/**
 * Keeps answers until rows or choices change. An answer about a time after the last UTC midnight depends on the latest prices
 * too.
 */
export function keepAnswers<T, A extends readonly unknown[]>(
  answer: (task: PerformanceTask, ...args: A) => Promise<Answer<T>>,
): (task: PerformanceTask, ...args: A) => Promise<Answer<T>> {
  const known = new Memo<Promise<T>>(maxAnswers)
  return async (task, ...args) => {
    const { now, ...question } = task.question
    const today = Math.floor(now / dayMs) * dayMs
    const { rows, prices } = task.versions
    const stamp = JSON.stringify([today, rows, question.to > today ? prices : null])
    let accountIds: readonly string[] = []
    const read = async (): Promise<T> => {
      const own = await answer(task, ...args)
      accountIds = own.accountIds
      return own.value
    }
    const value = await known.read(stamp, read, JSON.stringify([question, args]))
    return { value, accountIds }
  }
}

/** Answers questions about performance. Answers are kept. */
export function createPerformanceAnswers({ db, tables, holdings, prices }: AnswersSource) {
  const memory = new InstrumentMemory(db, tables, holdings.replay.instruments)
  const order = new NewestFirst()
  /** The last realized lots, because a window reads them in pages. */
  const realized = new Memo<AllRealized>()

  async function answer<T>({ question, choices }: PerformanceTask, read: Read<T>): Promise<Answer<T>> {
    const { accountIds, symbol, type, currency, from, to, now } = question
    const quotes = await prices.lines(now)
    return holdings.answer({ choices, accountIds }, async (revision) => {
      const compared = holdings.compare({ choices, accountIds }, revision)
      const source: ReaderSource = { db, tables, known: memory.read(revision, choices) }
      const subject = JSON.stringify([accountIds, symbol, type, currency, from, to])
      const leave = order.enter(subject)
      try {
        const steps = read(source, { ...question, choices, compared, quotes }, revision)
        return await holdings.inSlices(steps, () => order.turnOf(subject))
      } finally {
        leave()
      }
    })
  }

  const keeping = <T, A extends readonly unknown[]>(readOf: (...args: A) => Read<T>) =>
    keepAnswers((task, ...args: A) => answer(task, readOf(...args)))

  function* page(
    { method, offset, limit }: RealizedPage,
    ...[source, question, revision]: Parameters<Read<unknown>>
  ): Generator<void, RealizedLots> {
    const { accountIds, symbol, type, currency, from, to, choices } = question
    const stamp = JSON.stringify([revision, accountIds, symbol, type, currency, from, to, choices, method])
    const all = yield* realized.steps(revision === null ? null : stamp, () =>
      readRealized(source, { ...question, method }),
    )
    return { ...all, lots: all.lots.page(offset, limit), lotCount: all.lots.count }
  }

  return {
    performance: keeping(() => readPerformance),
    performanceTable: keeping((by: 'year' | 'month') => (known, question) => readTable(known, { ...question, by })),
    /** `figureCurrency` null: the currency of the figure at the top. */
    explanation: keeping(
      (figure: PerformanceFigure, figureCurrency: string | null) => (known, question) =>
        explainFigure(known, { ...question, figure, figureCurrency }),
    ),
    benchmark: keeping((benchmark: string) => (known, question) => readBenchmark(known, { ...question, benchmark })),
    realized: (task: PerformanceTask, wanted: RealizedPage): Promise<Answer<RealizedLots>> =>
      answer(task, (...given) => page(wanted, ...given)),
  }
}
