import { z } from 'zod'
import { dayMs } from '../../../../shared/durations.ts'
import {
  type IncomeCoverage,
  IncomeGroup,
  IncomeSummary,
  type IncomeGrouping,
} from '../../../../shared/model/ledger/income.ts'
import type { Money } from '../../../../shared/model/values.ts'
import { readAccountIncome, type AccountIncome } from '../../../insight/income/account-income.ts'
import type { UnnamedIncomeRow } from '../../../insight/income/income-of-instrument.ts'
import { dayOf } from '../../../insight/income/income-event.ts'
import { IssuerNames } from '../../../insight/income/issuer-name.ts'
import { summarizeIncome } from '../../../insight/income/summary.ts'
import { compareRows, type LedgerRow } from '../../../insight/ledger/row.ts'
import { formatUnits } from '../../../insight/lots/units.ts'
import type { OpenLot } from '../../../../shared/model/ledger/ledger.ts'
import type { Db } from '../../../sqlite/db.ts'
import type { LedgerDimension } from '../../../cache/ledger/row-statements.ts'
import type { LedgerChoices } from '../../replay/basis.ts'
import { readHistory } from '../history.ts'
import { IncomeAccounts, type AccountBook, type AccountTables } from './accounts.ts'
import { createInstrumentReader, type IncomeInstruments, type InstrumentTables } from './instruments.ts'

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

interface KnownInstruments extends IncomeInstruments {
  /** What was asked for, as text. */
  readonly asked: string
  readonly names: IssuerNames
}

/** Instruments of an account that are worked out together in some milliseconds. */
const maxTogether = 200

const byDate = (a: UnnamedIncomeRow, b: UnnamedIncomeRow): number => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)

/** The income of accounts, from rows and events. What was read is kept until rows, events, positions or the day change. */
export class IncomeReader {
  readonly #tables: AccountTables & InstrumentTables
  readonly #accounts: IncomeAccounts
  readonly #readInstruments
  readonly #selectVersions
  #basis = ''
  #instruments: KnownInstruments | null = null
  /** The income of each holding, and the pieces for which it was worked out. */
  readonly #bySymbol = new Map<string, { readonly held: bigint | null; readonly income: AccountIncome }>()
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

  /** By date, oldest first; `from` inclusive, `to` exclusive, UTC ms. */
  list(question: IncomeQuestion, from: number, to: number): UnnamedIncomeRow[] {
    const read = this.#read(question)
    const [first, last] = [dateText(from), dateText(to)]
    const rows = read.flatMap((account) => account.rows.filter(({ date }) => date >= first && date < last))
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
    if (changed === 'all') this.#bySymbol.clear()
    else for (const holding of changed) this.#bySymbol.delete(holding)
  }

  #read(question: IncomeQuestion): AccountIncome[] {
    const { accountIds, choices, now, revision } = question
    const basis = this.#basisOf(question)
    if (basis !== this.#basis) {
      this.#basis = basis
      this.#bySymbol.clear()
      this.#instruments = null
    }
    const state = `${revision} ${this.#positionsText()}`
    if (basis !== this.#knownFor.basis || state !== this.#knownFor.state) {
      this.#known.clear()
      this.#version++
    }
    this.#knownFor = { basis, state }
    const missing = accountIds.filter((id) => !this.#known.has(id))
    if (missing.length > 0) {
      const dimensions = this.#accounts.dimensions()
      const instruments = this.#currentInstruments(dimensions, now)
      for (const id of missing) {
        this.#known.set(id, this.#readAccount(this.#accounts.open(id, choices, dimensions), instruments, now))
      }
    }
    return accountIds.flatMap((id) => this.#known.get(id) ?? [])
  }

  /** Each symbol by itself, but those that rows without a symbol may concern. */
  #readAccount(book: AccountBook, { bySymbol, names }: KnownInstruments, now: number): AccountIncome {
    const known = { instrumentOf: (symbol: string) => bySymbol.get(symbol) ?? null, issuers: names, now }
    const isSmall = book.symbols.length <= maxTogether
    const isUnnamedTax = ({ kind, name }: LedgerRow): boolean => kind === 'tax' && names.symbolsIn(name).length === 0
    // A tax that names no instrument may be of any: only all of them together tell. In a large account it stays its own.
    const loose = book.rowsOf('').filter((row) => isSmall || !isUnnamedTax(row))
    const linked = new Set(loose.some(isUnnamedTax) ? book.symbols : loose.flatMap(({ name }) => names.symbolsIn(name)))
    const parts = book.symbols
      .filter((symbol) => !linked.has(symbol))
      .map((symbol) => {
        const [key, held] = [`${book.key} ${symbol}`, book.heldNow(symbol)]
        const before = this.#bySymbol.get(key)
        if (before?.held === held) return before.income
        const income = readAccountIncome({ ...book, symbols: [symbol], rows: book.rowsOf(symbol) }, known)
        this.#bySymbol.set(key, { held, income })
        return income
      })
    const symbols = book.symbols.filter((symbol) => linked.has(symbol))
    const rows = [...loose, ...symbols.flatMap((symbol) => book.rowsOf(symbol))].sort(compareRows)
    if (loose.length > 0) parts.push(readAccountIncome({ ...book, symbols, rows }, known))
    return {
      rows: parts.flatMap((part) => part.rows).sort(byDate),
      unassigned: parts.flatMap(({ unassigned }) => unassigned),
    }
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
      this.#bySymbol.clear()
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

const dateText = (at: number): string => new Date(Math.ceil(at / dayMs) * dayMs).toISOString().slice(0, 10)
