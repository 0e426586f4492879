import { m } from '../../shared/messages/messages.js'
import type { z } from 'zod'
import { dayMs } from '../../shared/durations.ts'
import { AppError } from '../../shared/errors.ts'
import type { LotMethod } from '../../shared/model/ledger/ledger.ts'
import type { BenchmarkComparison, Performance, PerformanceRow } from '../../shared/model/ledger/performance.ts'
import type { PerformanceExplanation, PerformanceFigure } from '../../shared/model/ledger/explanation.ts'
import type { RealizedLots } from '../../shared/model/ledger/realized-lots.ts'
import type { Clock } from '../time/clock.ts'
import type { PerformanceTask } from './thread/performance-answers.ts'
import { ledgerResults, type PerformanceAsked } from './thread/messages.ts'

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

/** A person switches between this number of scopes and periods at most. */
const maxAnswers = 60

type Asked = Omit<PerformanceAsked, 'now'>
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

  read(asked: Asked): Promise<Performance> {
    const task = { kind: 'performance' as const, question: this.#now(asked) }
    return this.#remember(this.#known.read, task, ledgerResults.performance)
  }

  table(asked: Asked, by: 'year' | 'month'): Promise<PerformanceRow[]> {
    const task = { kind: 'performance-table' as const, question: this.#now(asked), by }
    return this.#remember(this.#known.table, task, ledgerResults.table)
  }

  explain(asked: Asked, figure: PerformanceFigure, of: string | null): Promise<PerformanceExplanation> {
    const task = { kind: 'performance-explanation' as const, question: this.#now(asked), figure, of }
    return this.#remember(this.#known.explanation, task, ledgerResults.explanation)
  }

  /** `method` null: the chosen one. */
  realized(
    asked: Asked,
    page: { readonly method: LotMethod | null; readonly offset: number; readonly limit: number },
  ): Promise<RealizedLots> {
    return this.#ask({ kind: 'realized', question: this.#now(asked), ...page }, ledgerResults.realized)
  }

  benchmark(asked: Asked, benchmark: string): Promise<BenchmarkComparison> {
    const task = { kind: 'benchmark' as const, question: this.#now(asked), benchmark }
    return this.#remember(this.#known.benchmark, task, ledgerResults.benchmark)
  }

  #now(asked: Asked): PerformanceAsked {
    return { ...asked, now: this.#source.clock.now() }
  }

  #remember<T>(answers: RememberedAnswers<T>, task: Task, schema: Answered<T>): Promise<T> {
    const { now, ...asked } = task.question
    const today = Math.floor(now / dayMs) * dayMs
    const key = JSON.stringify([today, { ...task, question: asked }])
    return answers.read(key, asked.to > today, () => this.#ask(task, schema))
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
