import type { z } from 'zod'
import type { Cache } from '#main/cache/cache.ts'
import type { LedgerDimension } from '#main/cache/ledger/row-statements.ts'
import type { AccountIncome } from '#main/insight/income/account-income.ts'
import { byDate, type UnnamedIncomeRow } from '#main/insight/income/income-event.ts'
import { taxOwners } from '#main/insight/income/tax-owners.ts'
import type { TaxOwners } from '#main/insight/ledger/attribute-charges.ts'
import type { Db } from '#main/sqlite/db.ts'
import { textLanguage } from '#shared/language.ts'
import type { IncomeCoverage, IncomeGrouping } from '#shared/model/ledger/income.ts'
import type { OpenLot } from '#shared/model/ledger/ledger.ts'
import type { LedgerChoices } from '../../replay/replay-inputs.ts'
import { readHistory } from '../history.ts'
import { IncomeAccounts, type AccountTables } from './accounts.ts'
import { CurrentInstruments } from './current-instruments.ts'
import { HoldingIncomes } from './holding-incomes.ts'
import { incomeParts, type IncomeBasis } from './income-parts.ts'
import { IncomeSources } from './income-sources.ts'
import { sumRows, type IncomeRows, type UnnamedIncomeSummary } from './income-summary.ts'
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

/** The income of accounts, from rows and events. Results are kept until rows, events, positions or the day change. */
export class IncomeReader {
  readonly #tables: IncomeTables
  readonly #accounts: IncomeAccounts
  readonly #instruments: CurrentInstruments
  readonly #sources: IncomeSources
  #basis = ''
  readonly #holdings = new HoldingIncomes()
  readonly #createRates
  /** The income of each account, for one version of rows and positions. */
  readonly #known = new Map<string, AccountIncome>()
  #knownFor = { basis: '', state: '' }
  /** Incremented when the list of an account may have changed. */
  #version = 0
  #summary: { readonly stamp: string; readonly sums: ReturnType<typeof sumRows> } | null = null

  constructor(db: Db, tables: IncomeTables) {
    this.#tables = tables
    this.#accounts = new IncomeAccounts(db, tables)
    this.#instruments = new CurrentInstruments(db, tables, this.#accounts, () => this.#holdings.forget('all'))
    this.#sources = new IncomeSources(db, tables)
    this.#createRates = createPastRates(db, tables)
  }

  /** The version of the lists. Two lists with the same version, accounts and times are equal. */
  readVersion(question: IncomeQuestion): number {
    this.#read(question)
    return this.#version
  }

  /** The current version, without calculating the lists. */
  version(question: IncomeQuestion): number {
    this.#findMissing(question)
    return this.#version
  }

  /**
   * The income of each account in parts, one after the other. The parts are not kept. All their rows by date, in this order,
   * are the list.
   */
  *parts(question: IncomeQuestion): Generator<AccountIncome> {
    this.#findMissing(question)
    const dimensions = this.#accounts.dimensions()
    const basis = this.#readBasis(dimensions, question)
    for (const id of question.accountIds)
      yield* incomeParts(this.#accounts.open(id, question.choices, dimensions), basis)
  }

  /** The number of stored rows of all accounts. */
  countRows(): number {
    return this.#accounts.countRows()
  }

  /** All rows by date, oldest first. */
  list(question: IncomeQuestion): UnnamedIncomeRow[] {
    const read = this.#read(question)
    const rows = read.flatMap((account) => account.rows)
    return read.length > 1 ? rows.sort(byDate) : rows
  }

  /** The last summary is kept, because windows ask for it each time they open a screen. */
  summarize(question: IncomeQuestion, lots: readonly OpenLot[], by: IncomeGrouping): UnnamedIncomeSummary {
    const read = this.#read(question)
    const stamp = JSON.stringify([this.#version, question.accountIds, by, textLanguage()])
    if (this.#summary?.stamp !== stamp) {
      const rows = read.flatMap((account) => account.rows)
      const unassigned = read.flatMap((account) => account.unassigned)
      this.#summary = { stamp, sums: sumRows(question.now, { rows, unassigned }, lots, by) }
    }
    return { ...this.#summary.sums, coverage: this.#coverage(question.accountIds) }
  }

  /** The payments that the taxes of an account belong to, as in its list. */
  taxOwners(question: IncomeQuestion): TaxOwners {
    return taxOwners(this.#read(question).flatMap(({ taxes }) => taxes))
  }

  /** A summary of rows that this reader returned. */
  summarizeRows(
    question: IncomeQuestion,
    rows: IncomeRows,
    lots: readonly OpenLot[],
    by: IncomeGrouping,
  ): UnnamedIncomeSummary {
    return { ...sumRows(question.now, rows, lots, by), coverage: this.#coverage(question.accountIds) }
  }

  #coverage(accountIds: readonly string[]): z.infer<typeof IncomeCoverage> {
    const partial = accountIds.filter((id) => readHistory(this.#tables, id).wholeUntil === null)
    return { partialAccounts: partial, unreadSymbols: [...(this.#instruments.current?.unread ?? [])] }
  }

  /** Forgets what was calculated from changed rows: holdings as `LedgerReplay.takeReplayed` names them. */
  forget(changed: ReadonlySet<string> | 'all'): void {
    this.#holdings.forget(changed)
  }

  /**
   * Calculates missing results in steps; afterwards the answer is fast. Stops when `isCurrent` returns false: the rows or
   * holdings are then no longer those of the question.
   */
  *prepare(question: IncomeQuestion, isCurrent: () => boolean): Generator<void, void> {
    const missing = this.#findMissing(question)
    if (missing.length === 0) return
    const version = this.#version
    const dimensions = this.#accounts.dimensions()
    const basis = this.#readBasis(dimensions, question)
    for (const id of missing) {
      const book = this.#accounts.open(id, question.choices, dimensions)
      for (const step of this.#holdings.prepare(book, basis)) {
        yield step
        if (this.#version !== version || this.#instruments.current !== basis.instruments || !isCurrent()) return
      }
    }
  }

  #read(question: IncomeQuestion): AccountIncome[] {
    const { accountIds, choices } = question
    const missing = this.#findMissing(question)
    if (missing.length > 0) {
      const dimensions = this.#accounts.dimensions()
      const basis = this.#readBasis(dimensions, question)
      for (const id of missing) {
        const book = this.#accounts.open(id, choices, dimensions)
        this.#known.set(id, this.#holdings.readAccount(book, basis))
      }
    }
    return accountIds.flatMap((id) => this.#known.get(id) ?? [])
  }

  #readBasis(dimensions: readonly LedgerDimension[], question: IncomeQuestion): IncomeBasis {
    const instruments = this.#instruments.read(dimensions, question)
    return { instruments, rateOf: this.#createRates(question.rateLines), now: question.now }
  }

  /** Forgets the results of another version. Returns the accounts that must be read. */
  #findMissing(question: IncomeQuestion): string[] {
    const basis = this.#sources.basisText(question)
    if (basis !== this.#basis) {
      this.#basis = basis
      this.#holdings.forget('all')
      this.#instruments.forget()
    }
    const state = `${question.revision} ${this.#sources.positionsText()}`
    if (basis !== this.#knownFor.basis || state !== this.#knownFor.state) {
      this.#known.clear()
      this.#version++
    }
    this.#knownFor = { basis, state }
    return question.accountIds.filter((id) => !this.#known.has(id))
  }
}
