import type { PerformanceExplanation, PerformanceFigure } from '#shared/model/ledger/explanation.ts'
import type { BenchmarkComparison, Performance, PerformanceRow } from '#shared/model/ledger/performance.ts'
import type { RealizedLots } from '#shared/model/ledger/realized-lots.ts'
import type { LedgerClient } from './ledger-client.ts'
import type { PerformanceTask, RealizedPage, TimedPerformanceScope } from './thread/performance-answers.ts'

type Scope = Omit<TimedPerformanceScope, 'now'>

/** Asks questions about performance. The caller adds names. */
export class PerformanceQuestions {
  readonly #client: LedgerClient
  readonly #now: () => number

  /** `now` in UTC ms. */
  constructor(client: LedgerClient, now: () => number) {
    this.#client = client
    this.#now = now
  }

  read(scope: Scope): Promise<Performance> {
    return this.#client.askCurrent(({ ask }) => ask('performance', this.#task(scope)))
  }

  table(scope: Scope, by: 'year' | 'month'): Promise<PerformanceRow[]> {
    return this.#client.askCurrent(({ ask }) => ask('performanceTable', this.#task(scope), by))
  }

  explain(scope: Scope, figure: PerformanceFigure, figureCurrency: string | null): Promise<PerformanceExplanation> {
    return this.#client.askCurrent(({ ask }) => ask('explanation', this.#task(scope), figure, figureCurrency))
  }

  realized(scope: Scope, page: RealizedPage): Promise<RealizedLots> {
    return this.#client.askCurrent(({ ask }) => ask('realized', this.#task(scope), page))
  }

  benchmark(scope: Scope, benchmark: string): Promise<BenchmarkComparison> {
    return this.#client.askCurrent(({ ask }) => ask('benchmark', this.#task(scope), benchmark))
  }

  #task(scope: Scope): PerformanceTask {
    const { choices, versions } = this.#client
    return { question: { ...scope, now: this.#now() }, choices, versions }
  }
}
