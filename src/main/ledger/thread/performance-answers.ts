import { dayMs } from '#shared/durations.ts'
import type { RealizedLots } from '#shared/model/ledger/realized-lots.ts'
import type { Cache } from '../../cache/cache.ts'
import type { QuoteLine } from '../../insight/history/past-prices.ts'
import { parseUnits } from '../../insight/lots/units.ts'
import type { Db } from '../../sqlite/db.ts'
import { readBenchmark } from '../reading/performance/benchmark-reader.ts'
import { explainFigure } from '../reading/performance/explanation/reader.ts'
import { InstrumentMemory } from '../reading/performance/method-holdings.ts'
import { readPerformance } from '../reading/performance/performance-reader.ts'
import type { PerformanceQuestion, ReaderSource } from '../reading/performance/question.ts'
import { readRealized, type AllRealized } from '../reading/performance/realized-reader.ts'
import { readTable } from '../reading/performance/table-reader.ts'
import type { Instruments } from '../replay/replay-inputs.ts'
import type { LedgerTask } from './messages.ts'

type Given = Extract<LedgerTask, { kind: 'past-quotes' }>

/** The recorded prices that the main thread sent. A running question keeps the prices with which it began. */
export class GivenQuotes {
  #lines = new Map<string, QuoteLine>()
  #until: number | null = null

  give({ lines, until, isFirst, isLast }: Given): void {
    if (isFirst) {
      this.#lines = new Map()
      this.#until = null
    }
    for (const { symbol, points } of lines)
      this.#lines.set(
        symbol,
        points.map(({ at, last }) => ({ at, price: parseUnits(last) ?? 0n })),
      )
    if (isLast) this.#until = until
  }

  /** All prices before the UTC day of a time (ms); `null` if they were not sent. */
  ofDay(now: number): ReadonlyMap<string, QuoteLine> | null {
    return this.#until === Math.floor(now / dayMs) * dayMs ? this.#lines : null
  }
}

export type PerformanceTask = Extract<
  LedgerTask,
  { kind: 'performance' | 'performance-table' | 'performance-explanation' | 'realized' | 'benchmark' }
>

interface AnswersSource {
  readonly db: Db
  readonly tables: Pick<Cache, 'accounts' | 'coverage' | 'history' | 'instrumentDetails'>
  readonly instruments: Pick<Instruments, 'factsOf'>
}

/** Answers questions about performance, in steps. */
export class PerformanceAnswers {
  readonly #base: Pick<ReaderSource, 'db' | 'tables'>
  readonly #memory: InstrumentMemory
  /** The last realized lots, because a window reads them in pages. */
  #realized: { readonly stamp: string; readonly all: AllRealized } | null = null

  constructor({ db, tables, instruments }: AnswersSource) {
    this.#base = { db, tables }
    this.#memory = new InstrumentMemory(db, tables, instruments)
  }

  /** `revision`: the version of the stored holdings; `null` while they are not current. */
  steps(task: PerformanceTask, question: PerformanceQuestion, revision: number | null): Generator<void, unknown> {
    const source: ReaderSource = { ...this.#base, known: this.#memory.read(revision, question.choices) }
    switch (task.kind) {
      case 'performance':
        return readPerformance(source, question)
      case 'performance-table':
        return readTable(source, { ...question, by: task.by })
      case 'performance-explanation':
        return explainFigure(source, { ...question, figure: task.figure, figureCurrency: task.figureCurrency })
      case 'realized':
        return this.#page(source, task, question, revision)
      case 'benchmark':
        return readBenchmark(source, { ...question, benchmark: task.benchmark })
    }
  }

  *#page(
    source: ReaderSource,
    { method, offset, limit }: Extract<PerformanceTask, { kind: 'realized' }>,
    question: PerformanceQuestion,
    revision: number | null,
  ): Generator<void, RealizedLots> {
    const { accountIds, symbol, type, currency, from, to, choices } = question
    const stamp = JSON.stringify([revision, accountIds, symbol, type, currency, from, to, choices, method])
    let all = this.#realized?.stamp === stamp ? this.#realized.all : null
    if (all === null) {
      all = yield* readRealized(source, { ...question, method })
      if (revision !== null) this.#realized = { stamp, all }
    }
    return { ...all, lots: all.lots.page(offset, limit), lotCount: all.lots.count }
  }
}
