import { z } from 'zod'
import { dayMs } from '../../../../shared/durations.ts'
import {
  IncomeCoverage,
  IncomeGroup,
  IncomeRow,
  IncomeSummary,
  type IncomeGrouping,
} from '../../../../shared/model/income.ts'
import { Money } from '../../../../shared/model/values.ts'
import { readAccountIncome, type AccountIncome, type UnnamedIncomeRow } from '../../../insight/income/account-income.ts'
import { dayOf } from '../../../insight/income/income-event.ts'
import { IssuerNames } from '../../../insight/income/issuer-name.ts'
import { summarizeIncome } from '../../../insight/income/summary.ts'
import { formatUnits } from '../../../insight/lots/units.ts'
import type { OpenLot } from '../../../../shared/model/ledger.ts'
import type { Db } from '../../../sqlite/db.ts'
import type { LedgerDimension } from '../../../cache/ledger/rows.ts'
import type { LedgerChoices } from '../../replay/basis.ts'
import { readHistory } from '../history.ts'
import { IncomeAccounts, type AccountTables } from './accounts.ts'
import { createInstrumentReader, type IncomeInstruments, type InstrumentTables } from './instruments.ts'

/** Rows as the thread sends them: names are added by who shows them. */
export const UnnamedIncomeRows = z.array(IncomeRow.omit({ name: true }))
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

interface IncomeQuestion {
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
  #instruments: IncomeInstruments | null = null
  readonly #known = new Map<string, AccountIncome>()

  constructor(db: Db, tables: AccountTables & InstrumentTables) {
    this.#tables = tables
    this.#accounts = new IncomeAccounts(db, tables)
    this.#readInstruments = createInstrumentReader(db, tables)
    this.#selectVersions = db.prepare<[], [string]>(
      `SELECT (SELECT count(*) || ' ' || coalesce(sum(fetched_at), 0) FROM corporate_event_read) || ' ' ||
              (SELECT count(*) || ' ' || coalesce(sum(fetched_at), 0) FROM instrument_details)`,
    )
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
    return read.length > 1 ? rows.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)) : rows
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

  #read(question: IncomeQuestion): AccountIncome[] {
    const { accountIds, choices, now } = question
    const basis = this.#basisOf(question)
    if (basis !== this.#basis) {
      this.#basis = basis
      this.#known.clear()
      this.#instruments = null
    }
    const missing = accountIds.filter((id) => !this.#known.has(id))
    if (missing.length > 0) {
      const dimensions = this.#accounts.dimensions()
      const histories = missing.map((id) => this.#accounts.read(id, choices, dimensions))
      this.#instruments ??= this.#readAll(dimensions, now)
      const { bySymbol, issuers } = this.#instruments
      const names = new IssuerNames(issuers)
      for (const history of histories) {
        const instrumentOf = (symbol: string) => bySymbol.get(symbol) ?? null
        this.#known.set(history.accountId, readAccountIncome(history, { instrumentOf, issuers: names, now }))
      }
    }
    return accountIds.flatMap((id) => this.#known.get(id) ?? [])
  }

  /** Instruments of all rows and positions, so that another scope need not read them again. */
  #readAll(dimensions: readonly LedgerDimension[], now: number): IncomeInstruments {
    const positions = this.#tables.accounts.list().flatMap(({ account }) => account.positions)
    const symbols = new Set([...dimensions, ...positions].map(({ symbol }) => symbol))
    symbols.delete('')
    const split = this.#accounts.symbolsSplitSince(dimensions, now - projectedFromMs)
    return this.#readInstruments([...symbols], now, split)
  }

  /** All that the figures rest on, as text; the end of what is loaded counts by days. */
  #basisOf({ choices, now, revision }: IncomeQuestion): string {
    const today = dayOf(now)
    const accounts = this.#tables.accounts
      .list()
      .map(({ account: { id, positions } }) => [
        id,
        positions.map(({ symbol, quantity }) => [symbol, quantity]),
        this.#tables.coverage.list(id).map(({ from, to }) => [from, Math.min(to, (today - 1) * dayMs)]),
        this.#tables.history.gaps(id).map(({ from, to }) => [from, to]),
        this.#tables.history.beginning(id),
      ])
    return JSON.stringify([today, revision, this.#selectVersions.get(), choices, accounts])
  }
}

const dateText = (at: number): string => new Date(Math.ceil(at / dayMs) * dayMs).toISOString().slice(0, 10)
