import type { RealizedLots } from '../../../shared/model/performance.ts'
import { readBenchmark } from '../reading/performance/benchmark-reader.ts'
import { explainFigure } from '../reading/performance/explanation-reader.ts'
import { readPerformance } from '../reading/performance/performance-reader.ts'
import type { PerformanceQuestion } from '../reading/performance/question.ts'
import type { ReaderSource } from '../reading/performance/read-period.ts'
import { readRealized, type AllRealized } from '../reading/performance/realized-reader.ts'
import { readTable } from '../reading/performance/table-reader.ts'
import type { LedgerTask } from './messages.ts'

export type PerformanceTask = Extract<
  LedgerTask,
  { kind: 'performance' | 'performance-table' | 'performance-explanation' | 'realized' | 'benchmark' }
>

/** Answers questions about performance, in steps. */
export class PerformanceAnswers {
  readonly #source: ReaderSource
  /** The last realized lots: a window reads them in pages. */
  #realized: { readonly stamp: string; readonly all: AllRealized } | null = null

  constructor(source: ReaderSource) {
    this.#source = source
  }

  /** `revision`: that of the stored holdings; `null` while they are not current. */
  steps(task: PerformanceTask, question: PerformanceQuestion, revision: number | null): Generator<void, unknown> {
    switch (task.kind) {
      case 'performance':
        return readPerformance(this.#source, question)
      case 'performance-table':
        return readTable(this.#source, { ...question, by: task.by })
      case 'performance-explanation':
        return explainFigure(this.#source, { ...question, figure: task.figure, of: task.of })
      case 'realized':
        return this.#page(task, question, revision)
      case 'benchmark':
        return readBenchmark(this.#source, { ...question, benchmark: task.benchmark })
    }
  }

  *#page(
    { method, offset, limit }: Extract<PerformanceTask, { kind: 'realized' }>,
    question: PerformanceQuestion,
    revision: number | null,
  ): Generator<void, RealizedLots> {
    const { accountIds, symbol, type, currency, from, to, choices } = question
    const stamp = JSON.stringify([revision, accountIds, symbol, type, currency, from, to, choices, method])
    let all = this.#realized?.stamp === stamp ? this.#realized.all : null
    if (all === null) {
      all = yield* readRealized(this.#source, { ...question, method })
      if (revision !== null) this.#realized = { stamp, all }
    }
    return { ...all, lots: all.lots.slice(offset, offset + limit), lotCount: all.lots.length }
  }
}
