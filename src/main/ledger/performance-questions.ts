import type { z } from 'zod'
import { dayMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { PerformanceExplanation, PerformanceFigure } from '#shared/model/ledger/explanation.ts'
import type { LotMethod } from '#shared/model/ledger/ledger.ts'
import type { BenchmarkComparison, Performance, PerformanceRow } from '#shared/model/ledger/performance.ts'
import type { RealizedLots } from '#shared/model/ledger/realized-lots.ts'
import type { Clock } from '../time/clock.ts'
import { ledgerResults, type TimedPerformanceScope } from './thread/messages.ts'
import type { PerformanceTask } from './thread/performance-answers.ts'

/** Keeps answers until one of their inputs changes. */
export class RememberedAnswers<T> {
  readonly #known = new Map<string, { readonly answer: Promise<T>; readonly isOfNow: boolean }>()

  /** `isOfNow`: the answer depends on the latest prices too. A failure is not kept. */
  read(key: string, isOfNow: boolean, ask: () => Promise<T>): Promise<T> {
    const known = this.#known.get(key)
    if (known !== undefined) return known.answer
    const answer = ask()
    const entry = { answer, isOfNow }
    this.#known.set(key, entry)
    const oldest = this.#known.keys().next()
    if (this.#known.size > maxAnswers && oldest.done !== true) this.#known.delete(oldest.value)
    answer.catch(() => {
      if (this.#known.get(key) === entry) this.#known.delete(key)
    })
    return answer
  }

  /** Rows, instruments or choices changed. */
  forget(): void {
    this.#known.clear()
  }

  /** Latest prices changed. */
  forgetNow(): void {
    for (const [key, { isOfNow }] of this.#known) if (isOfNow) this.#known.delete(key)
  }
}

/** The user switches between this number of scopes and periods at most. */
const maxAnswers = 60

type Scope = Omit<TimedPerformanceScope, 'now'>
type WithoutChoices<T> = T extends unknown ? Omit<T, 'choices'> : never
type Task = WithoutChoices<PerformanceTask>
type Answered<T> = z.ZodType<{ readonly value: T | 'needs-quotes'; readonly accountIds: readonly string[] }>

interface QuestionSource {
  readonly clock: Clock
  readonly ask: <T>(task: Task, schema: Answered<T>) => Promise<T | 'needs-quotes'>
  readonly giveQuotes: (now: number) => Promise<void>
}

/** The thread loses the recorded prices when it stops while idle. They are then sent again. */
const maxAttempts = 3

/** Answers questions about performance. Each answer is kept until rows, prices or choices change. The caller adds names. */
export class PerformanceQuestions {
  readonly #source: QuestionSource
  readonly #known = {
    read: new RememberedAnswers<Performance>(),
    table: new RememberedAnswers<PerformanceRow[]>(),
    explanation: new RememberedAnswers<PerformanceExplanation>(),
    benchmark: new RememberedAnswers<BenchmarkComparison>(),
  }

  constructor(source: QuestionSource) {
    this.#source = source
  }

  /** Rows, instruments or choices changed. */
  forget(): void {
    for (const answers of Object.values(this.#known)) answers.forget()
  }

  /** Latest prices changed. */
  forgetNow(): void {
    for (const answers of Object.values(this.#known)) answers.forgetNow()
  }

  read(scope: Scope): Promise<Performance> {
    const task = { kind: 'performance' as const, question: this.#now(scope) }
    return this.#remember(this.#known.read, task, ledgerResults.performance)
  }

  table(scope: Scope, by: 'year' | 'month'): Promise<PerformanceRow[]> {
    const task = { kind: 'performance-table' as const, question: this.#now(scope), by }
    return this.#remember(this.#known.table, task, ledgerResults.table)
  }

  explain(scope: Scope, figure: PerformanceFigure, figureCurrency: string | null): Promise<PerformanceExplanation> {
    const task = { kind: 'performance-explanation' as const, question: this.#now(scope), figure, figureCurrency }
    return this.#remember(this.#known.explanation, task, ledgerResults.explanation)
  }

  /** `method` null: the chosen one. */
  realized(
    scope: Scope,
    page: { readonly method: LotMethod | null; readonly offset: number; readonly limit: number },
  ): Promise<RealizedLots> {
    return this.#ask({ kind: 'realized', question: this.#now(scope), ...page }, ledgerResults.realized)
  }

  benchmark(scope: Scope, benchmark: string): Promise<BenchmarkComparison> {
    const task = { kind: 'benchmark' as const, question: this.#now(scope), benchmark }
    return this.#remember(this.#known.benchmark, task, ledgerResults.benchmark)
  }

  #now(scope: Scope): TimedPerformanceScope {
    return { ...scope, now: this.#source.clock.now() }
  }

  #remember<T>(answers: RememberedAnswers<T>, task: Task, schema: Answered<T>): Promise<T> {
    const { now, ...scope } = task.question
    const today = Math.floor(now / dayMs) * dayMs
    const key = JSON.stringify([today, { ...task, question: scope }])
    return answers.read(key, scope.to > today, () => this.#ask(task, schema))
  }

  async #ask<T>(task: Task, schema: Answered<T>): Promise<T> {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const found = await this.#source.ask(task, schema)
      if (found !== 'needs-quotes') return found
      await this.#source.giveQuotes(task.question.now)
    }
    throw new AppError('unavailable', m.ledger_recorded_prices_not_readable)
  }
}
