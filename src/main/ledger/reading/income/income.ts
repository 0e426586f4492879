import { z } from 'zod'
import { dayMs } from '../../../../shared/durations.ts'
import {
  type IncomeCoverage,
  IncomeGroup,
  IncomeSummary,
  type IncomeGrouping,
} from '../../../../shared/model/ledger/income.ts'
import type { Money } from '../../../../shared/model/values.ts'
import type { AccountIncome } from '../../../insight/income/account-income.ts'
import type { UnnamedIncomeRow } from '../../../insight/income/income-of-instrument.ts'
import { dayOf } from '../../../insight/income/income-event.ts'
import { IssuerNames } from '../../../insight/income/issuer-name.ts'
import { summarizeIncome } from '../../../insight/income/summary.ts'
import { formatUnits } from '../../../insight/lots/units.ts'
import type { OpenLot } from '../../../../shared/model/ledger/ledger.ts'
import type { Db } from '../../../sqlite/db.ts'
import type { LedgerDimension } from '../../../cache/ledger/row-statements.ts'
import type { LedgerChoices } from '../../replay/basis.ts'
import { readHistory } from '../history.ts'
import { IncomeAccounts, type AccountTables } from './accounts.ts'
import { byDate, HoldingIncomes, type KnownInstruments } from './holding-incomes.ts'
import { createInstrumentReader, type InstrumentTables } from './instruments.ts'

export const UnnamedIncomeSummary = IncomeSummary.omit({
  groups: true,
  inBase: true,
  yieldInBase: true,
  asOf: true,
}).extend({
  groups: z.array(IncomeGroup.omit({ name: true })),
})
export type UnnamedIncomeSummary = z.infer<typeof UnnamedIncomeSummary>

/** Projected payments repeat those of this time: a split in it changes what a piece is paid. */
const projectedFromMs = 366 * dayMs

export interface IncomeQuestion {
  readonly accountIds: readonly string[]
  readonly choices: LedgerChoices
  /** UTC ms. */
  readonly now: number
  /** Of the rows; another one may mean other rows. */
  readonly revision: string
}

/** The income of accounts, from rows and events. What was read is kept until rows, events, positions or the day change. */
export class IncomeReader {
  readonly #tables: AccountTables & InstrumentTables
  readonly #accounts: IncomeAccounts
  readonly #readInstruments
  readonly #selectVersions
  #basis = ''
  /** With what was asked for, as text. */
  #instruments: (KnownInstruments & { readonly asked: string }) | null = null
  readonly #holdings = new HoldingIncomes()
  /** The income of each account, of one state of rows and positions. */
  readonly #known = new Map<string, AccountIncome>()
  #knownFor = { basis: '', state: '' }
  /** Grows when the list of an account may be another one. */
  #version = 0

  constructor(db: Db, tables: AccountTables & InstrumentTables) {
    this.#tables = tables
    this.#accounts = new IncomeAccounts(db, tables)
    this.#readInstruments = createInstrumentReader(db, tables)
    this.#selectVersions = db.prepare<[], [string]>(
      `SELECT (SELECT count(*) || ' ' || coalesce(sum(fetched_at), 0) FROM corporate_event_read) || ' ' ||
              (SELECT count(*) || ' ' || coalesce(sum(fetched_at), 0) FROM instrument_details)`,
    )
  }

  /** The version of the lists: those of the same version, accounts and times are the same. */
  readVersion(question: IncomeQuestion): number {
    this.#read(question)
    return this.#version
  }

  /** Rows stored, of all accounts. */
  countRows(): number {
    return this.#accounts.countRows()
  }

  /** All rows by date, oldest first. */
  list(question: IncomeQuestion): UnnamedIncomeRow[] {
    const read = this.#read(question)
    const rows = read.flatMap((account) => account.rows)
    return read.length > 1 ? rows.sort(byDate) : rows
  }

  summarize(question: IncomeQuestion, lots: readonly OpenLot[], by: IncomeGrouping): UnnamedIncomeSummary {
    const read = this.#read(question)
    const rows = read.flatMap((account) => account.rows)
    const unassigned = Map.groupBy(
      read.flatMap((account) => account.unassigned),
      ({ currency }) => currency,
    )
    return {
      ...summarizeIncome({ rows, lots, now: question.now }, by),
      unassigned: [...unassigned].map(([currency, parts]): z.infer<typeof Money> => ({
        currency,
        amount: formatUnits(parts.reduce((sum, { money }) => sum + money, 0n)),
      })),
      coverage: this.#coverage(question.accountIds),
    }
  }

  #coverage(accountIds: readonly string[]): z.infer<typeof IncomeCoverage> {
    const partial = accountIds.filter((id) => readHistory(this.#tables, id).wholeUntil === null)
    return { partialAccounts: partial, unreadSymbols: [...(this.#instruments?.unread ?? [])] }
  }

  /** Forgets what rests on rows that changed: holdings as `LedgerReplay.takeReplayed` names them. */
  forget(changed: ReadonlySet<string> | 'all'): void {
    this.#holdings.forget(changed)
  }

  /**
   * Works out what is missing, in steps: the answer is quick after it. `isCurrent`: whether rows and holdings are still those
   * of the question; it ends where they are not.
   */
  *prepare(question: IncomeQuestion, isCurrent: () => boolean): Generator<void, void> {
    const missing = this.#findMissing(question)
    if (missing.length === 0) return
    const version = this.#version
    const dimensions = this.#accounts.dimensions()
    const instruments = this.#currentInstruments(dimensions, question.now)
    for (const id of missing) {
      const book = this.#accounts.open(id, question.choices, dimensions)
      for (const step of this.#holdings.prepare(book, instruments, question.now)) {
        yield step
        if (this.#version !== version || this.#instruments !== instruments || !isCurrent()) return
      }
    }
  }

  #read(question: IncomeQuestion): AccountIncome[] {
    const { accountIds, choices, now } = question
    const missing = this.#findMissing(question)
    if (missing.length > 0) {
      const dimensions = this.#accounts.dimensions()
      const instruments = this.#currentInstruments(dimensions, now)
      for (const id of missing) {
        const book = this.#accounts.open(id, choices, dimensions)
        this.#known.set(id, this.#holdings.readAccount(book, instruments, now))
      }
    }
    return accountIds.flatMap((id) => this.#known.get(id) ?? [])
  }

  /** Forgets what rests on another state; returns the accounts that have to be read. */
  #findMissing(question: IncomeQuestion): string[] {
    const basis = this.#basisOf(question)
    if (basis !== this.#basis) {
      this.#basis = basis
      this.#holdings.forget('all')
      this.#instruments = null
    }
    const state = `${question.revision} ${this.#positionsText()}`
    if (basis !== this.#knownFor.basis || state !== this.#knownFor.state) {
      this.#known.clear()
      this.#version++
    }
    this.#knownFor = { basis, state }
    return question.accountIds.filter((id) => !this.#known.has(id))
  }

  #currentInstruments(dimensions: readonly LedgerDimension[], now: number): KnownInstruments {
    const positions = this.#tables.accounts.list().flatMap(({ account }) => account.positions)
    const symbols = new Set([...dimensions, ...positions].map(({ symbol }) => symbol))
    symbols.delete('')
    const split = this.#accounts.symbolsSplitSince(dimensions, now - projectedFromMs)
    const asked = JSON.stringify([[...symbols], [...split]])
    if (this.#instruments?.asked !== asked) {
      const read = this.#readInstruments([...symbols], now, split)
      this.#instruments = { ...read, asked, names: new IssuerNames(read.issuers) }
      this.#holdings.forget('all')
    }
    return this.#instruments
  }

  #positionsText(): string {
    const stated = this.#tables.accounts
      .list()
      .map(({ account: { id, positions } }) => [id, positions.map(({ symbol, quantity }) => [symbol, quantity])])
    return JSON.stringify(stated)
  }

  /** All that the figures rest on beside rows and positions, as text; the end of what is loaded counts by days. */
  #basisOf({ choices, now }: IncomeQuestion): string {
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
