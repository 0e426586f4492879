import type { LedgerDimension } from '#main/cache/ledger/row-statements.ts'
import { IssuerNames } from '#main/insight/income/issuer-name.ts'
import type { Db } from '#main/sqlite/db.ts'
import { dayMs } from '#shared/durations.ts'
import type { AccountTables, IncomeAccounts } from './accounts.ts'
import type { KnownInstruments } from './income-parts.ts'
import { createInstrumentReader, type InstrumentQuestion, type InstrumentTables } from './instruments.ts'

/** Projected payments repeat payments of this period. A split in it changes the payment for one piece. */
const projectedFromMs = 366 * dayMs

/** The instruments of all rows and positions. They are read again when a symbol or a split is new, and after `forget`. */
export class CurrentInstruments {
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
