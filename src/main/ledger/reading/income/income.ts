import type { z } from 'zod'
import type { Cache } from '#main/cache/cache.ts'
import type { AccountIncome } from '#main/insight/income/account-income.ts'
import type { Db } from '#main/sqlite/db.ts'
import type { IncomeCoverage } from '#shared/model/ledger/income.ts'
import type { LedgerChoices } from '../../replay/replay-inputs.ts'
import { readHistory } from '../history.ts'
import { IncomeAccounts, type AccountTables } from './accounts.ts'
import { CurrentInstruments } from './current-instruments.ts'
import { HoldingIncomes } from './holding-incomes.ts'
import { incomeParts, type IncomeBasis } from './income-parts.ts'
import { IncomeSources } from './income-sources.ts'
import type { InstrumentTables } from './instruments.ts'
import { createPastRates, type RateLine } from './past-rates.ts'

export interface IncomeQuestion {
  readonly accountIds: readonly string[]
  readonly choices: LedgerChoices
  /** UTC ms. */
  readonly now: number
  /** The revision of the rows: when it changes, rows may have changed. */
  readonly revision: string
  /** The recorded prices of currency instruments before the day of `now`. */
  readonly rateLines: readonly RateLine[]
}

type IncomeTables = AccountTables & InstrumentTables & Pick<Cache, 'instruments'>

/** The income of accounts, from rows and events. */
export class IncomeReader {
  readonly #tables: IncomeTables
  readonly #accounts: IncomeAccounts
  readonly #instruments: CurrentInstruments
  readonly #sources: IncomeSources
  readonly #holdings: HoldingIncomes | null
  readonly #createRates
  #basis = ''
  #state = ''
  #version = 0

  /** `isKept`: whether the income of each holding is kept until its rows, events, positions or the day change. */
  constructor(db: Db, tables: IncomeTables, isKept: boolean) {
    this.#tables = tables
    this.#accounts = new IncomeAccounts(db, tables)
    this.#holdings = isKept ? new HoldingIncomes() : null
    this.#instruments = new CurrentInstruments(db, tables, this.#accounts, () => this.#holdings?.forget('all'))
    this.#sources = new IncomeSources(db, tables)
    this.#createRates = createPastRates(db, tables)
  }

  /** The version of the answer. Two answers with the same version and accounts are equal. */
  version(question: IncomeQuestion): number {
    const basis = this.#sources.basisText(question)
    const state = `${question.revision} ${this.#sources.positionsText()}`
    if (basis !== this.#basis) {
      this.#holdings?.forget('all')
      this.#instruments.forget()
    }
    if (basis !== this.#basis || state !== this.#state) this.#version++
    this.#basis = basis
    this.#state = state
    return this.#version
  }

  /** The income in parts, which are all rows by date, if they are sorted in this order, and all taxes. */
  *parts(question: IncomeQuestion): Generator<AccountIncome> {
    for (const { book, basis } of this.#open(question))
      yield* incomeParts(book, basis, this.#holdings?.steps(book, basis))
  }

  /**
   * Calculates in steps what is missing and is kept. Stops when `isCurrent` returns false: the rows or holdings are then no
   * longer those of the question.
   */
  *prepare(question: IncomeQuestion, isCurrent: () => boolean): Generator<void, void> {
    for (const { book, basis, version } of this.#open(question))
      for (const step of this.#holdings?.prepare(book, basis) ?? []) {
        yield step
        if (this.#version !== version || this.#instruments.current !== basis.instruments || !isCurrent()) return
      }
  }

  /** Forgets what was calculated from changed rows: holdings as `LedgerReplay.takeReplayed` names them. */
  forget(changed: ReadonlySet<string> | 'all'): void {
    this.#holdings?.forget(changed)
  }

  /** The number of stored rows of all accounts. */
  countRows(): number {
    return this.#accounts.countRows()
  }

  /** What is not known about the last answer of these accounts. */
  coverage(accountIds: readonly string[]): z.infer<typeof IncomeCoverage> {
    const partial = accountIds.filter((id) => readHistory(this.#tables, id).wholeUntil === null)
    return { partialAccounts: partial, unreadSymbols: [...(this.#instruments.current?.unread ?? [])] }
  }

  *#open(question: IncomeQuestion) {
    const version = this.version(question)
    const dimensions = this.#accounts.dimensions()
    const instruments = this.#instruments.read(dimensions, question)
    const basis: IncomeBasis = { instruments, rateOf: this.#createRates(question.rateLines), now: question.now }
    for (const id of question.accountIds)
      yield { book: this.#accounts.open(id, question.choices, dimensions), basis, version }
  }
}
