import { z } from 'zod'
import { ColumnText } from '#shared/column-text.ts'
import type { Topic } from '#shared/contract/contract.ts'
import { minuteMs } from '#shared/durations.ts'
import type { AccountCharges, TransactionCharges } from '#shared/model/ledger/charges.ts'
import type { IncomeGrouping, IncomeRow } from '#shared/model/ledger/income.ts'
import type { LedgerState, OpenLot, QuantityPoint } from '#shared/model/ledger/ledger.ts'
import type { DerivedPast } from '../insight/history/past-price.ts'
import type { Journal } from '../journal/journal.ts'
import { BackgroundReplay } from './background-replay.ts'
import { LedgerClient, type LedgerClientOptions } from './ledger-client.ts'
import { PerformanceQuestions } from './performance-questions.ts'
import { RateLines } from './rate-lines.ts'
import type { ChargeQuestion } from './reading/charge-answers.ts'
import type { NearRow } from './reading/charges.ts'
import type { DayRows } from './reading/day-rows.ts'
import type { UnnamedReconciliation } from './reading/differences.ts'
import type { IncomeSpan } from './reading/income/income-span.ts'
import type { UnnamedIncomeSummary } from './reading/income/income-summary.ts'
import type { PastDaysQuestion } from './reading/past-days.ts'
import type { PastDaysRead } from './reading/past-instruments.ts'
import { RememberedPast } from './remembered-past.ts'
import type { LedgerChoices } from './replay/replay-inputs.ts'
import { ledgerResults } from './thread/messages.ts'

interface LedgerOptions extends LedgerClientOptions {
  readonly journal: Pick<Journal, 'settings' | 'openings' | 'bondTerms' | 'quotes' | 'withdrawn'>
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
  readonly #past: RememberedPast
  readonly #rateLines: RateLines
  /** Questions about the performance of scopes. */
  readonly performance: PerformanceQuestions
  /** Incremented when the facts about an instrument change. */
  #factsVersion = 0
  #wokeAt = -Infinity

  constructor(options: LedgerOptions) {
    this.#options = options
    const { clock, logFault } = options
    const client = new LedgerClient(options)
    this.#client = client
    this.#past = new RememberedPast({
      quotes: options.journal.quotes,
      give: (chunk) => client.ask({ kind: 'past-quotes', ...chunk }, z.unknown()),
      derive: (accountIds, now) =>
        client.askCurrent(
          { kind: 'past', choices: client.choices, accountIds, now, factsVersion: this.#factsVersion },
          ledgerResults.past,
        ),
    })
    this.#rateLines = new RateLines(options.journal.quotes)
    this.performance = new PerformanceQuestions({
      clock,
      ask: (task, schema) => client.askCurrent({ ...task, choices: client.choices }, schema),
      giveQuotes: (now) => this.#past.giveQuotes(now),
    })
    this.#backgroundReplay = new BackgroundReplay({ client, clock, logFault })
    if (options.readsOnly === true) this.#backgroundReplay.stop()
    this.#stopListening = options.listen((topic) => {
      if (pastTopics.includes(topic)) this.#past.forget()
      if (pastTopics.includes(topic)) this.performance.forget()
      if (topic === 'quotes.changed') this.performance.forgetNow()
      const factsChanged = factTopics.includes(topic)
      if (factsChanged) this.#factsVersion++
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
    const task = { kind: 'reconcile' as const, choices: this.#client.choices, accountIds, withdrawn }
    const read = await this.#client.askCurrent(task, ledgerResults.reconcile)
    if (read.some(({ needsNewerRows }) => needsNewerRows)) this.#wakeTransactions()
    return read
  }

  /** The open lots. `symbol` null: of all instruments. */
  listLots(accountIds: readonly string[], symbol: string | null): Promise<OpenLot[]> {
    return this.#client.askCurrent(
      { kind: 'lots', choices: this.#client.choices, accountIds, symbol },
      ledgerResults.lots,
    )
  }

  async listQuantities(accountId: string, symbol: string): Promise<QuantityPoint[]> {
    const task = { kind: 'quantities' as const, choices: this.#client.choices, accountId, symbol }
    return this.#client.ask(task, ledgerResults.quantities)
  }

  /** The commissions and taxes of accounts, and how much of them is attributed. One result for each question. */
  async listCharges(questions: readonly ChargeQuestion[]): Promise<AccountCharges[]> {
    const accountIds = questions.map(({ accountId }) => accountId)
    const task = { kind: 'charges' as const, ...(await this.#incomeTask(accountIds)), questions }
    return this.#client.askCurrent(task, ledgerResults.charges)
  }

  /** The owner of a charge, or the charges of a trade or payment. */
  async readCharges(row: NearRow): Promise<TransactionCharges> {
    const task = { kind: 'charges-around' as const, ...(await this.#incomeTask([row.accountId])), row }
    return this.#client.askCurrent(task, ledgerResults.chargesAround)
  }

  /** The values of these accounts since their first rows, and their flows from outside, in the order of `accountIds`. */
  readPast(accountIds: readonly string[]): Promise<DerivedPast> {
    return this.#past.read(accountIds, this.#options.clock.now())
  }

  /** The rows of these accounts since a time (UTC ms, a few days ago at most), in the order of `accountIds`. */
  async readDayRows(accountIds: readonly string[], from: number): Promise<DayRows[]> {
    const read = await this.#client.ask({ kind: 'day-rows', accountIds, from }, ledgerResults['day-rows'])
    if (read.some(({ isLoaded }) => !isLoaded)) this.#wakeTransactions()
    return read
  }

  /** The holdings of these accounts at one or two past times, and the effects of the rows between them. */
  readPastDays(question: Pick<PastDaysQuestion, 'accountIds' | 'moments' | 'isThen'>): Promise<PastDaysRead> {
    const now = this.#options.clock.now()
    const task = { kind: 'past-days' as const, choices: this.#client.choices, now, ...question }
    return this.#client.askCurrent(task, ledgerResults['past-days'])
  }

  /** Events of these accounts with their payments, by date. */
  async listIncome(accountIds: readonly string[], span: IncomeSpan): Promise<ColumnText<IncomeRow>> {
    const question = { ...(await this.#incomeTask(accountIds)), ...span }
    const task = { kind: 'income' as const, ...question, factsVersion: this.#factsVersion }
    return new ColumnText(await this.#client.askCurrent(task, ledgerResults.income))
  }

  /** Sums of the income of these accounts. */
  async summarizeIncome(accountIds: readonly string[], by: IncomeGrouping): Promise<UnnamedIncomeSummary> {
    const task = { kind: 'income-summary' as const, ...(await this.#incomeTask(accountIds)), by }
    return this.#client.askCurrent(task, ledgerResults['income-summary'])
  }

  /** The inputs of a question about income. */
  async #incomeTask(accountIds: readonly string[]) {
    const [choices, now] = [this.#client.choices, this.#options.clock.now()]
    return { choices, accountIds, now, rateLines: await this.#rateLines.read(now) }
  }

  async readState(): Promise<LedgerState> {
    const progress = await this.#client.ask({ kind: 'progress' }, ledgerResults.progress)
    if (progress.isReplaying) return { phase: 'replaying', done: progress.done, total: progress.total }
    return { phase: this.#backgroundReplay.hasFailed ? 'failed' : 'idle', done: 0, total: 0 }
  }

  /** Stops the current replay at its next pause. */
  async close(): Promise<void> {
    this.#stopListening()
    this.#backgroundReplay.stop()
    await this.#client.close()
  }

  #wakeTransactions(): void {
    const now = this.#options.clock.monotonic()
    if (now - this.#wokeAt < wakeEveryMs) return
    this.#wokeAt = now
    this.#options.wakeTransactions()
  }
}
