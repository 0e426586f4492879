import { dayMs } from '#shared/durations.ts'
import { noTaxOwners } from '../../insight/ledger/attribute-charges.ts'
import type { Db } from '../../sqlite/db.ts'
import { PastReader } from '../past/reader.ts'
import { mayHaveTaxes, readAround, readTotals } from '../reading/charge-answers.ts'
import { ChargeReader } from '../reading/charges.ts'
import { createDayRowReader } from '../reading/day-rows.ts'
import { createOwnAccounts, readHistory } from '../reading/history.ts'
import { createLotReader, createQuantityReader } from '../reading/lots.ts'
import { PastDaysReader } from '../reading/past-days.ts'
import { Reconciler } from '../reading/reconciliation.ts'
import { LedgerReplay } from '../replay/ledger-replay.ts'
import type { LedgerChoices } from '../replay/replay-inputs.ts'
import { CachedIncome, OneIncome, type IncomeAnswers } from './income-answers.ts'
import type { LedgerTask } from './messages.ts'
import { NewestFirst } from './newest-first.ts'
import { GivenQuotes, PerformanceAnswers, type PerformanceTask } from './performance-answers.ts'
import { ReplayRunner, runInSlices } from './replay-runner.ts'
import { tablesOf } from './tables.ts'

interface AnswersSource {
  readonly db: Db
  /** Whether more questions follow. Answers are then prepared in advance. */
  readonly answersMany: boolean
}

/** Replays the rows and answers questions about the result. */
export class LedgerAnswers {
  readonly #tables
  readonly #replay: LedgerReplay
  readonly #runner: ReplayRunner
  readonly #reconciler: Reconciler
  readonly #readLots
  readonly #charges: ChargeReader
  readonly #past: PastReader
  readonly #quotes = new GivenQuotes()
  readonly #performance: PerformanceAnswers
  readonly #performanceOrder = new NewestFirst()
  readonly #pastDays: PastDaysReader
  readonly #readQuantities
  readonly #readDayRows
  readonly #income: IncomeAnswers
  /** The facts about instruments, as of the last question about the past. */
  #pastFacts = 0

  constructor({ db, answersMany }: AnswersSource) {
    const tables = tablesOf(db)
    this.#tables = tables
    this.#replay = new LedgerReplay(db, createOwnAccounts(db, tables))
    const { instruments } = this.#replay
    this.#runner = new ReplayRunner(this.#replay)
    this.#reconciler = new Reconciler(db, tables)
    this.#readLots = createLotReader(db, tables, instruments)
    this.#charges = new ChargeReader(db)
    this.#past = new PastReader(db, tables, instruments)
    this.#performance = new PerformanceAnswers({ db, tables, instruments })
    this.#pastDays = new PastDaysReader(db, tables, instruments)
    this.#readQuantities = createQuantityReader(db, tables)
    this.#readDayRows = createDayRowReader(db, tables)
    const source = {
      db,
      tables,
      replay: this.#replay,
      inSlices: <T>(steps: Generator<void, T>) => this.#inSlices(steps),
    }
    this.#income = answersMany ? new CachedIncome(source) : new OneIncome(source)
  }

  /** Returns what `ledgerResults` describes. Questions that need current holdings update them first. */
  async run(task: LedgerTask): Promise<unknown> {
    switch (task.kind) {
      case 'refresh': {
        if (task.factsChanged) this.#replay.forgetFacts()
        const all = this.#tables.accounts.list().map(({ account }) => account.id)
        const { accountIds, rowsRead } = await this.#bringUpToDate(task.choices, all)
        return { value: { rowsRead }, accountIds }
      }
      case 'reconcile': {
        const { accountIds } = await this.#bringUpToDate(task.choices, task.accountIds)
        const revision = this.#replay.isCurrent(task.choices) ? this.#replay.revision : null
        this.#reconciler.noteWithdrawn(task.accountIds, task.withdrawn)
        return {
          value: task.accountIds.flatMap((id) => this.#reconciler.read(id, task.choices, revision) ?? []),
          accountIds,
        }
      }
      case 'lots': {
        const { accountIds } = await this.#bringUpToDate(task.choices, task.accountIds)
        return { value: task.accountIds.flatMap((id) => this.#readLots(id, task.symbol)), accountIds }
      }
      case 'quantities':
        return this.#readQuantities(task.accountId, task.symbol, task.choices)
      case 'past-quotes':
        this.#quotes.give(task)
        return null
      case 'past': {
        const { choices, now, factsVersion } = task
        const given = this.#quotes.ofDay(now)
        if (given === null) return { value: null, accountIds: [] }
        if (this.#pastFacts !== factsVersion) this.#replay.forgetFacts()
        this.#pastFacts = factsVersion
        const { accountIds } = await this.#bringUpToDate(choices, task.accountIds)
        const revision = this.#replay.isCurrent(choices) ? this.#replay.revision : null
        const compared = task.accountIds.map((id) => this.#reconciler.read(id, choices, revision))
        const steps = this.#past.steps({
          choices,
          accountIds: task.accountIds,
          now,
          compared,
          factsVersion,
          quotes: given,
          quotesUntil: Math.floor(now / dayMs) * dayMs,
        })
        return { value: await this.#inSlices(steps), accountIds }
      }
      case 'charges': {
        const { accountIds } = await this.#bringUpToDate(task.choices, task.accountIds)
        const totals = []
        for (const question of task.questions) {
          const owners = await this.#income.taxOwners({ ...task, accountIds: [question.accountId] })
          totals.push(await this.#inSlices(readTotals(this.#charges, this.#tables, question, owners)))
        }
        return { value: totals, accountIds }
      }
      case 'charges-around': {
        const { row, choices } = task
        const isTaxed = mayHaveTaxes(row)
        const accountIds = isTaxed ? (await this.#bringUpToDate(choices, [row.accountId])).accountIds : []
        const owners = isTaxed ? await this.#income.taxOwners(task) : noTaxOwners
        return { value: await this.#inSlices(readAround(this.#charges, this.#tables, row, owners)), accountIds }
      }
      case 'day-rows':
        return task.accountIds.map((id) => this.#readDayRows(id, task.from))
      case 'past-days': {
        const { choices } = task
        const { accountIds } = await this.#bringUpToDate(choices, task.accountIds)
        const revision = this.#replay.isCurrent(choices) ? this.#replay.revision : null
        const compared = task.accountIds.map((id) => this.#reconciler.read(id, choices, revision))
        const steps = this.#pastDays.steps({ ...task, revision, compared })
        return { value: await this.#inSlices(steps), accountIds }
      }
      case 'income': {
        const { accountIds } = await this.#bringUpToDate(task.choices, task.accountIds)
        return { value: await this.#income.list(task), accountIds }
      }
      case 'income-summary': {
        const { accountIds } = await this.#bringUpToDate(task.choices, task.accountIds)
        const lots = task.accountIds.flatMap((id) => this.#readLots(id, null))
        return { value: await this.#income.summarize(task, lots), accountIds }
      }
      case 'performance':
      case 'performance-table':
      case 'performance-explanation':
      case 'realized':
      case 'benchmark':
        return this.#answerPerformance(task)
      case 'progress':
        return this.#runner.progress
    }
  }

  /** Stops the current replay at its next pause. The connection may be closed afterwards. */
  stop(): Promise<void> {
    return this.#runner.stop()
  }

  async #answerPerformance(task: PerformanceTask): Promise<unknown> {
    const { choices, question } = task
    const lines = this.#quotes.ofDay(question.now)
    if (lines === null) return { value: 'needs-quotes', accountIds: [] }
    const { accountIds } = await this.#bringUpToDate(choices, question.accountIds)
    const revision = this.#replay.isCurrent(choices) ? this.#replay.revision : null
    const compared = question.accountIds.map((id) => this.#reconciler.read(id, choices, revision))
    const steps = this.#performance.steps(task, { ...question, choices, compared, quotes: lines }, revision)
    const { accountIds: asked, symbol, type, currency, from, to } = question
    const subject = JSON.stringify([asked, symbol, type, currency, from, to])
    const leave = this.#performanceOrder.enter(subject)
    try {
      return { value: await this.#inSlices(steps, () => this.#performanceOrder.turnOf(subject)), accountIds }
    } finally {
      leave()
    }
  }

  /** Accounts with a missing part need no replay. */
  #bringUpToDate(choices: LedgerChoices, accountIds: readonly string[]) {
    const isAnyWhole = accountIds.some((id) => readHistory(this.#tables, id).wholeUntil !== null)
    return isAnyWhole ? this.#runner.run(choices) : Promise.resolve({ accountIds: [], rowsRead: 0 })
  }

  #inSlices<T>(steps: Generator<void, T>, canContinue?: () => Promise<void>): Promise<T> {
    return runInSlices(steps, () => this.#runner.isStopped, canContinue)
  }
}
