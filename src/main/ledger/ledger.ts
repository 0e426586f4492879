import { ColumnText } from '#shared/column-text.ts'
import type { Topic } from '#shared/contract/contract.ts'
import { minuteMs } from '#shared/durations.ts'
import type { AccountCharges, TransactionCharges } from '#shared/model/ledger/charges.ts'
import type { PerformanceExplanation, PerformanceFigure } from '#shared/model/ledger/explanation.ts'
import type { IncomeGrouping, IncomeRow } from '#shared/model/ledger/income.ts'
import type { LedgerState, OpenLot, QuantityPoint } from '#shared/model/ledger/ledger.ts'
import type { BenchmarkComparison, Performance, PerformanceRow } from '#shared/model/ledger/performance.ts'
import type { RealizedLots } from '#shared/model/ledger/realized-lots.ts'
import type { DerivedPast } from '../insight/history/past-price.ts'
import type { Journal } from '../journal/journal.ts'
import { BackgroundReplay } from './background-replay.ts'
import { LedgerClient, type LedgerClientOptions } from './ledger-client.ts'
import type { ChargeQuestion } from './reading/charge-answers.ts'
import type { NearRow } from './reading/charges.ts'
import type { DayRows } from './reading/day-rows.ts'
import type { UnnamedReconciliation } from './reading/differences.ts'
import type { IncomeSpan } from './reading/income/income-span.ts'
import type { UnnamedIncomeSummary } from './reading/income/income-summary.ts'
import type { PastDaysQuestion } from './reading/past-days-reader.ts'
import type { PastDaysRead } from './reading/past-instruments.ts'
import type { LedgerChoices } from './replay/replay-inputs.ts'
import type { AboutAccountsNow } from './thread/current-holdings.ts'
import type { PerformanceTask, RealizedPage, TimedPerformanceScope } from './thread/performance-answers.ts'

type Scope = Omit<TimedPerformanceScope, 'now'>

/** Asks questions about performance. The caller adds names. */
class PerformanceQuestions {
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

interface LedgerOptions extends LedgerClientOptions {
  readonly journal: Pick<Journal, 'settings' | 'openings' | 'bondTerms' | 'withdrawn'>
  readonly listen: (listener: (topic: Topic, payload: unknown) => void) => () => void
  /** Requests the newest rows. Called when the stated figures are newer than the rows. */
  readonly wakeTransactions: () => void
  readonly logFault: (where: string, error: unknown) => void
  /** For a command line program: a replay starts only when a question needs it. */
  readonly readsOnly?: boolean
}

const wakeEveryMs = minuteMs

/**
 * Topics after which holdings may have changed. The second list: topics after which an instrument or its events may have
 * changed.
 */
const rowTopics: readonly Topic[] = ['transactions.changed', 'coverage.changed', 'ledger.changed', 'settings.changed']
const factTopics: readonly Topic[] = ['instruments.changed', 'instrument.changed', 'events.changed']

/** Topics after which the past may have changed. `ledger.changed` is published after each replay of changed rows. */
const pastTopics: readonly Topic[] = [
  'ledger.changed',
  'coverage.changed',
  'settings.changed',
  'instruments.changed',
  'instrument.changed',
]

/** Answers questions about rows: reconciliation, lots, quantities. A worker thread does the work and replays new rows. */
export class Ledger {
  readonly #options: LedgerOptions
  readonly #client: LedgerClient
  readonly #backgroundReplay: BackgroundReplay
  readonly #stopListening: () => void
  /** Questions about the performance of scopes. */
  readonly performance: PerformanceQuestions
  #wokeAt = -Infinity

  constructor(options: LedgerOptions) {
    this.#options = options
    const { clock, logFault } = options
    const client = new LedgerClient(options)
    this.#client = client
    this.performance = new PerformanceQuestions(client, () => clock.now())
    this.#backgroundReplay = new BackgroundReplay({ client, clock, logFault })
    if (options.readsOnly === true) this.#backgroundReplay.stop()
    this.#stopListening = options.listen((topic) => {
      if (pastTopics.includes(topic)) client.noteChanged('rows')
      if (topic === 'quotes.changed') client.noteChanged('prices')
      const factsChanged = factTopics.includes(topic)
      if (factsChanged) client.noteChanged('facts')
      if (factsChanged || rowTopics.includes(topic)) this.#backgroundReplay.refreshSoon(factsChanged)
    })
  }

  /** The lot method that the user chose, and the opening balances and maturities that the user entered. */
  get choices(): LedgerChoices {
    return this.#client.choices
  }

  /** Compares the figures of these accounts with their rows. Throws what the thread throws. */
  async reconcile(accountIds: readonly string[]): Promise<UnnamedReconciliation[]> {
    const withdrawn = this.#options.journal.withdrawn.list().filter(({ accountId }) => accountIds.includes(accountId))
    const question = { choices: this.#client.choices, accountIds }
    const read = await this.#client.askCurrent(({ ask }) => ask('reconcile', question, withdrawn))
    if (read.some(({ needsNewerRows }) => needsNewerRows)) this.#wakeTransactions()
    return read
  }

  /** The open lots. `symbol` null: of all instruments. */
  listLots(accountIds: readonly string[], symbol: string | null): Promise<OpenLot[]> {
    const question = { choices: this.#client.choices, accountIds }
    return this.#client.askCurrent(({ ask }) => ask('lots', question, symbol))
  }

  listQuantities(accountId: string, symbol: string): Promise<QuantityPoint[]> {
    return this.#client.ask(({ ask }) => ask('quantities', accountId, symbol, this.#client.choices))
  }

  /** The commissions and taxes of accounts, and how much of them is attributed. One result for each question. */
  listCharges(questions: readonly ChargeQuestion[]): Promise<AccountCharges[]> {
    const about = this.#now(questions.map(({ accountId }) => accountId))
    return this.#client.askCurrent(({ ask }) => ask('charges', about, questions))
  }

  /** The owner of a charge, or the charges of a trade or payment. */
  readCharges(row: NearRow): Promise<TransactionCharges> {
    return this.#client.askCurrent(({ ask }) => ask('chargesAround', this.#now([row.accountId]), row))
  }

  /** The values of these accounts since their first rows, and their flows from outside, in the order of `accountIds`. */
  readPast(accountIds: readonly string[]): Promise<DerivedPast> {
    const { versions } = this.#client
    return this.#client.askCurrent(({ ask }) => ask('past', this.#now(accountIds), versions))
  }

  /** The rows of these accounts since a time (UTC ms, a few days ago at most), in the order of `accountIds`. */
  async readDayRows(accountIds: readonly string[], from: number): Promise<DayRows[]> {
    const read = await this.#client.ask(({ ask }) => ask('dayRows', accountIds, from))
    if (read.some(({ isLoaded }) => !isLoaded)) this.#wakeTransactions()
    return read
  }

  /** The holdings of these accounts at one or two past times, and the effects of the rows between them. */
  readPastDays(question: Pick<PastDaysQuestion, 'accountIds' | 'moments' | 'isThen'>): Promise<PastDaysRead> {
    return this.#client.askCurrent(({ ask }) => ask('pastDays', { ...question, ...this.#now(question.accountIds) }))
  }

  /** Events of these accounts with their payments, by date. */
  async listIncome(accountIds: readonly string[], span: IncomeSpan): Promise<ColumnText<IncomeRow>> {
    const { versions } = this.#client
    return new ColumnText(
      await this.#client.askCurrent(({ ask }) => ask('income', this.#now(accountIds), span, versions)),
    )
  }

  /** Sums of the income of these accounts. */
  summarizeIncome(accountIds: readonly string[], by: IncomeGrouping): Promise<UnnamedIncomeSummary> {
    return this.#client.askCurrent(({ ask }) => ask('incomeSummary', this.#now(accountIds), by, this.#client.versions))
  }

  async readState(): Promise<LedgerState> {
    const progress = await this.#client.ask(({ ask }) => ask('progress'))
    if (progress.isReplaying) return { phase: 'replaying', done: progress.done, total: progress.total }
    return { phase: this.#backgroundReplay.hasFailed ? 'failed' : 'idle', done: 0, total: 0 }
  }

  /** Stops the current replay at its next pause. */
  async close(): Promise<void> {
    this.#stopListening()
    this.#backgroundReplay.stop()
    await this.#client.close()
  }

  #now(accountIds: readonly string[]): AboutAccountsNow {
    return { choices: this.#client.choices, accountIds, now: this.#options.clock.now() }
  }

  #wakeTransactions(): void {
    const now = this.#options.clock.monotonic()
    if (now - this.#wokeAt < wakeEveryMs) return
    this.#wokeAt = now
    this.#options.wakeTransactions()
  }
}
