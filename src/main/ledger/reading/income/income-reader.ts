import type { z } from 'zod'
import type { Cache } from '#main/cache/cache.ts'
import type { LedgerDimension } from '#main/cache/ledger/row-statements.ts'
import { dayOf } from '#main/insight/events/days.ts'
import type { AccountIncome } from '#main/insight/income/account-income.ts'
import { IssuerNames } from '#main/insight/income/issuer-names.ts'
import type { Db } from '#main/sqlite/db.ts'
import { dayMs } from '#shared/durations.ts'
import type { IncomeCoverage } from '#shared/model/ledger/income.ts'
import type { LedgerChoices } from '../../replay/replay-inputs.ts'
import { readHistory } from '../history.ts'
import { HoldingIncomes } from './holding-incomes.ts'
import { IncomeAccounts, type AccountTables } from './income-accounts.ts'
import { incomeParts, type IncomeBasis, type KnownInstruments } from './income-parts.ts'
import { type InstrumentTables, createInstrumentReader, type InstrumentQuestion } from './instruments.ts'
import { createPastRates, type RateLine } from './past-rates.ts'

/** The inputs of income as texts. While a text is the same, the results calculated from it are valid. */
class IncomeSources {
  readonly #tables: AccountTables
  readonly #selectVersions

  constructor(db: Db, tables: AccountTables) {
    this.#tables = tables
    this.#selectVersions = db.prepare<[], [string]>(
      `SELECT (SELECT count(*) || ' ' || coalesce(sum(fetched_at), 0) FROM corporate_event_read) || ' ' ||
              (SELECT count(*) || ' ' || coalesce(sum(fetched_at), 0) FROM instrument_details)`,
    )
  }

  /** The positions that the service states. */
  positionsText(): string {
    const stated = this.#tables.accounts
      .list()
      .map(({ account: { id, positions } }) => [id, positions.map(({ symbol, quantity }) => [symbol, quantity])])
    return JSON.stringify(stated)
  }

  /** All other inputs except the rows. The end of the loaded range is compared by day. `now` in UTC ms. */
  basisText({ choices, now }: { readonly choices: LedgerChoices; readonly now: number }): string {
    const today = dayOf(now)
    const accounts = this.#tables.accounts
      .list()
      .map(({ account: { id } }) => [
        id,
        this.#tables.coverage.list(id).map(({ from, to }) => [from, Math.min(to, (today - 1) * dayMs)]),
        this.#tables.history.gaps(id).map(({ from, to }) => [from, to]),
        this.#tables.history.beginning(id),
      ])
    return JSON.stringify([today, this.#selectVersions.get(), choices, accounts])
  }
}

/** Projected payments repeat payments of this period. A split in it changes the payment for one piece. */
const projectedFromMs = 366 * dayMs

/** The instruments of all rows and positions. They are read again when a symbol or a split is new, and after `forget`. */
class CurrentInstruments {
  readonly #tables: AccountTables
  readonly #accounts: IncomeAccounts
  readonly #readInstruments
  readonly #onRead: () => void
  #current: KnownInstruments | null = null
  /** The symbols and splits of `#current`, as text. */
  #range = ''

  /** `onRead` is called after each reading: results of older instruments are not valid. */
  constructor(db: Db, tables: AccountTables & InstrumentTables, accounts: IncomeAccounts, onRead: () => void) {
    this.#tables = tables
    this.#accounts = accounts
    this.#readInstruments = createInstrumentReader(db, tables)
    this.#onRead = onRead
  }

  /** The last reading; `null` before the first one and after `forget`. */
  get current(): KnownInstruments | null {
    return this.#current
  }

  forget(): void {
    this.#current = null
  }

  read(dimensions: readonly LedgerDimension[], question: InstrumentQuestion): KnownInstruments {
    const positions = this.#tables.accounts.list().flatMap(({ account }) => account.positions)
    const symbols = new Set([...dimensions, ...positions].map(({ symbol }) => symbol))
    symbols.delete('')
    const split = this.#accounts.symbolsSplitSince(dimensions, question.now - projectedFromMs)
    const range = JSON.stringify([[...symbols], [...split]])
    if (this.#current !== null && this.#range === range) return this.#current
    const instruments = this.#readInstruments([...symbols], question, split)
    this.#range = range
    this.#current = { ...instruments, names: new IssuerNames(instruments.issuers) }
    this.#onRead()
    return this.#current
  }
}

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
