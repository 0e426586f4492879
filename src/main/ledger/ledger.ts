import type { z } from 'zod'
import type { Topic, Payload } from '../../shared/contract/contract.ts'
import { minuteMs, secondMs } from '../../shared/durations.ts'
import type { AccountCharges, TransactionCharges } from '../../shared/model/ledger/charges.ts'
import type { IncomeGrouping } from '../../shared/model/ledger/income.ts'
import { LotMethod, type LedgerState, type OpenLot, type QuantityPoint } from '../../shared/model/ledger/ledger.ts'
import { defaultSettings } from '../../shared/text/default-settings.ts'
import { AppError } from '../../shared/errors.ts'
import type { Journal } from '../journal/journal.ts'
import { isDamage } from '../sqlite/errors.ts'
import type { WritePriority } from '../sqlite/write-priority.ts'
import { createThreadClient, type ThreadClient } from '../threads/thread-client.ts'
import type { Clock } from '../time/clock.ts'
import type { DerivedPast } from '../insight/history/derived-past.ts'
import type { ChargeQuestion } from './reading/charge-answers.ts'
import type { NearRow } from './reading/charges.ts'
import type { DayRows } from './reading/day-rows.ts'
import type { PastDaysRead } from './reading/past-days-read.ts'
import type { PastDaysQuestion } from './reading/past-days.ts'
import type { UnnamedIncomeRow } from '../insight/income/income-of-instrument.ts'
import type { UnnamedIncomeSummary } from './reading/income/income.ts'
import type { UnnamedReconciliation } from './reading/unnamed-reconciliation.ts'
import type { LedgerChoices } from './replay/basis.ts'
import { RememberedPast } from './remembered-past.ts'
import { PerformanceQuestions } from './performance-questions.ts'
import { ledgerResults, type LedgerTask, type LedgerThreadData } from './thread/messages.ts'

interface LedgerOptions {
  /** The built `thread/worker.ts`. */
  readonly threadFile: string | URL
  readonly cachePath: string
  readonly priority: WritePriority
  readonly journal: Pick<Journal, 'settings' | 'openings' | 'quotes'>
  readonly clock: Clock
  readonly publish: <T extends Topic>(topic: T, ...payload: Payload<T> extends void ? [] : [Payload<T>]) => void
  readonly listen: (listener: (topic: Topic, payload: unknown) => void) => () => void
  /** Requests the newest rows, where the stated figures are newer than the rows. */
  readonly wakeTransactions: () => void
  /** The thread found the cache damaged. */
  readonly onDamage: (error: unknown) => void
  readonly logFault: (where: string, error: unknown) => void
}

/** After a start the first screens are read first. */
const firstDelayMs = 5 * secondMs
const minDelayMs = 200
/** A replay takes at most a tenth of the time: after a long one more changes are gathered. */
const pauseShare = 9
const progressEveryMs = 500
const idleMs = minuteMs
const wakeEveryMs = minuteMs

/** Topics after which holdings may be others; the second list, after which an instrument or its events may be others. */
const rowTopics: readonly Topic[] = ['transactions.changed', 'coverage.changed', 'ledger.changed', 'settings.changed']
const factTopics: readonly Topic[] = ['instruments.changed', 'instrument.changed', 'events.changed']

/** Topics after which the past may be another one: `ledger.changed` follows each replay of other rows. */
const pastTopics: readonly Topic[] = [
  ...(['ledger.changed', 'coverage.changed', 'settings.changed'] as const),
  ...(['instruments.changed', 'instrument.changed'] as const),
]

/** What follows from the rows: reconciliation, lots, quantities. The work is done in a thread, which keeps up with new rows. */
export class Ledger {
  readonly #options: LedgerOptions
  readonly #thread: ThreadClient<LedgerTask>
  readonly #stopListening: () => void
  readonly #past: RememberedPast
  /** How scopes did. */
  readonly performance: PerformanceQuestions
  #cancelRefresh: (() => void) | null = null
  #refreshTookMs = 0
  #factsChanged = false
  /** Grows when something else is known of an instrument. */
  #factsVersion = 0
  #hasFailed = false
  #wokeAt = -Infinity

  constructor(options: LedgerOptions) {
    this.#options = options
    const { threadFile: file, cachePath: path, priority, clock } = options
    const workerData: LedgerThreadData = { path, priority }
    this.#thread = createThreadClient({
      ...{ file, workerData, maxYoungGenerationSizeMb: 16, name: 'The ledger' },
      rest: { clock, idleMs },
    })
    this.#past = new RememberedPast({
      quotes: options.journal.quotes,
      give: (part) => this.#ask({ kind: 'past-quotes', ...part }),
      derive: (accountIds, now) =>
        this.#askCurrent(
          { kind: 'past', choices: this.#choices(), accountIds, now, factsVersion: this.#factsVersion },
          ledgerResults.past,
        ),
    })
    this.performance = new PerformanceQuestions({
      clock,
      ask: (task, schema) => this.#askCurrent({ ...task, choices: this.#choices() }, schema),
      giveQuotes: (now) => this.#past.giveQuotes(now),
    })
    this.#stopListening = options.listen((topic) => {
      if (pastTopics.includes(topic)) this.#past.forget()
      if (pastTopics.includes(topic)) this.performance.forget()
      if (topic === 'quotes.changed') this.performance.forgetNow()
      if (factTopics.includes(topic)) {
        this.#factsChanged = true
        this.#factsVersion++
      }
      if (factTopics.includes(topic) || rowTopics.includes(topic)) this.#refreshSoon(minDelayMs)
    })
    this.#refreshSoon(firstDelayMs)
  }

  /** Compares the figures of these accounts with their rows. Throws what the thread throws. */
  async reconcile(accountIds: readonly string[]): Promise<UnnamedReconciliation[]> {
    const task = { kind: 'reconcile' as const, choices: this.#choices(), accountIds }
    const read = await this.#askCurrent(task, ledgerResults.reconcile)
    if (read.some(({ needsNewerRows }) => needsNewerRows)) this.#wakeTransactions()
    return read
  }

  /** The open lots; `symbol` null is all. */
  listLots(accountIds: readonly string[], symbol: string | null): Promise<OpenLot[]> {
    return this.#askCurrent({ kind: 'lots', choices: this.#choices(), accountIds, symbol }, ledgerResults.lots)
  }

  async listQuantities(accountId: string, symbol: string): Promise<QuantityPoint[]> {
    const task = { kind: 'quantities' as const, choices: this.#choices(), accountId, symbol }
    return ledgerResults.quantities.parse(await this.#ask(task))
  }

  /** What commissions and taxes there are, and how much of them is attributed; one answer for each question. */
  async listCharges(questions: readonly ChargeQuestion[]): Promise<AccountCharges[]> {
    return ledgerResults.charges.parse(await this.#ask({ kind: 'charges', questions }))
  }

  /** Whose a charge is, or which charges a trade or payment has. */
  async readCharges(row: NearRow & { readonly id: string }): Promise<TransactionCharges> {
    return ledgerResults.chargesAround.parse(await this.#ask({ kind: 'charges-around', row }))
  }

  /** What these accounts were worth since their first rows, and what came in from outside; in the order of `accountIds`. */
  readPast(accountIds: readonly string[]): Promise<DerivedPast> {
    return this.#past.read(accountIds, this.#options.clock.now())
  }

  /** The rows of these accounts since an instant of the last days (UTC ms), in the order of `accountIds`. */
  async readDayRows(accountIds: readonly string[], from: number): Promise<DayRows[]> {
    const read = ledgerResults['day-rows'].parse(await this.#ask({ kind: 'day-rows', accountIds, from }))
    if (read.some(({ isLoaded }) => !isLoaded)) this.#wakeTransactions()
    return read
  }

  /** What these accounts held at one or two past times, and what the rows between them did. */
  readPastDays(question: Pick<PastDaysQuestion, 'accountIds' | 'moments' | 'isThen'>): Promise<PastDaysRead> {
    const now = this.#options.clock.now()
    const task = { kind: 'past-days' as const, choices: this.#choices(), now, ...question }
    return this.#askCurrent(task, ledgerResults['past-days'])
  }

  /** Events of these accounts with what was paid, by date; `from` inclusive, `to` exclusive, UTC ms. */
  listIncome(accountIds: readonly string[], from: number, to: number): Promise<UnnamedIncomeRow[]> {
    const [choices, now] = [this.#choices(), this.#options.clock.now()]
    return this.#askCurrent({ kind: 'income', choices, accountIds, now, from, to }, ledgerResults.income)
  }

  /** Sums of the income of these accounts. */
  summarizeIncome(accountIds: readonly string[], by: IncomeGrouping): Promise<UnnamedIncomeSummary> {
    const [choices, now] = [this.#choices(), this.#options.clock.now()]
    return this.#askCurrent({ kind: 'income-summary', choices, accountIds, now, by }, ledgerResults['income-summary'])
  }

  async readState(): Promise<LedgerState> {
    const progress = ledgerResults.progress.parse(await this.#ask({ kind: 'progress' }))
    if (progress.isReplaying) return { phase: 'replaying', done: progress.done, total: progress.total }
    return { phase: this.#hasFailed ? 'failed' : 'idle', done: 0, total: 0 }
  }

  /** Ends the replay under way at its next pause. */
  async close(): Promise<void> {
    this.#stopListening()
    this.#cancelRefresh?.()
    this.#cancelRefresh = () => undefined
    await this.#thread.close('gently')
  }

  #choices(): LedgerChoices {
    const { settings, openings } = this.#options.journal
    return {
      method: settings.get('lotMethod', LotMethod) ?? defaultSettings.lotMethod,
      openings: openings
        .list()
        .map(({ accountId, symbol, currency, amount }) => ({ accountId, symbol, currency, amount })),
    }
  }

  async #ask(task: LedgerTask): Promise<unknown> {
    try {
      return await this.#thread.ask(task)
    } catch (error) {
      if (isDamage(error)) this.#options.onDamage(error)
      throw error
    }
  }

  async #askCurrent<T>(
    task: LedgerTask,
    schema: z.ZodType<{ readonly value: T; readonly accountIds: readonly string[] }>,
  ): Promise<T> {
    const stopProgress = this.#showProgress()
    try {
      const { value, accountIds } = schema.parse(await this.#ask(task))
      for (const accountId of accountIds) this.#options.publish('ledger.changed', { accountId })
      return value
    } finally {
      stopProgress()
    }
  }

  #refreshSoon(delayMs: number): void {
    if (this.#cancelRefresh !== null) return
    const waitMs = Math.max(delayMs, this.#refreshTookMs * pauseShare)
    this.#cancelRefresh = this.#options.clock.after(waitMs, () => {
      this.#cancelRefresh = null
      void this.#refresh()
    })
  }

  async #refresh(): Promise<void> {
    const { clock, logFault } = this.#options
    const startedAt = clock.monotonic()
    const factsChanged = this.#factsChanged
    this.#factsChanged = false
    try {
      await this.#askCurrent({ kind: 'refresh', choices: this.#choices(), factsChanged }, ledgerResults.refresh)
      this.#hasFailed = false
    } catch (error) {
      if (error instanceof AppError && error.code === 'cancelled') return
      this.#hasFailed = true
      logFault('the ledger', error)
    }
    this.#refreshTookMs = clock.monotonic() - startedAt
  }

  /** Announces the progress of a replay while it lasts. */
  #showProgress(): () => void {
    const { clock, publish } = this.#options
    let hasShown = false
    let cancel = (): void => undefined
    const wait = (): void => {
      cancel = clock.after(progressEveryMs, () => {
        hasShown = true
        publish('ledger.progress')
        wait()
      })
    }
    wait()
    return () => {
      cancel()
      if (hasShown) publish('ledger.progress')
    }
  }

  #wakeTransactions(): void {
    const now = this.#options.clock.monotonic()
    if (now - this.#wokeAt < wakeEveryMs) return
    this.#wokeAt = now
    this.#options.wakeTransactions()
  }
}
