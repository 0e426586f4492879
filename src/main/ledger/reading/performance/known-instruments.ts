import type { Cache } from '../../../cache/cache.ts'
import { LedgerRows } from '../../../cache/ledger/rows.ts'
import type { LedgerDimension } from '../../../cache/ledger/row-statements.ts'
import type { PricedInstrument } from '../../../insight/history/past-price.ts'
import type { Db } from '../../../sqlite/db.ts'
import type { Instruments, LedgerChoices } from '../../replay/basis.ts'
import { PastInstruments } from '../past-instruments.ts'
import { SeriesReader } from '../series.ts'
import { MethodHoldings } from './method-holdings.ts'

/** What rows share and what is known of their instruments. */
export interface KnownInstruments {
  readonly dimensions: readonly LedgerDimension[]
  readonly instrumentOf: (symbol: string) => PricedInstrument
  readonly series: SeriesReader
  readonly holdings: MethodHoldings
}

type Tables = Pick<Cache, 'accounts' | 'coverage' | 'history' | 'instrumentDetails'>

/** Reads it once for all questions of one state of the holdings: thousands of dimensions take a while. */
export class InstrumentMemory {
  readonly #rows
  readonly #tables: Tables
  readonly #instruments: Pick<Instruments, 'factsOf'>
  #known: { readonly stamp: string; readonly value: KnownInstruments } | null = null
  readonly #db: Db

  constructor(db: Db, tables: Tables, instruments: Pick<Instruments, 'factsOf'>) {
    this.#db = db
    this.#rows = new LedgerRows(db)
    this.#tables = tables
    this.#instruments = instruments
  }

  /** `revision`: that of the stored holdings; `null` while they are not current. */
  read(revision: number | null, choices: LedgerChoices): KnownInstruments {
    const stamp = JSON.stringify([revision, choices])
    if (revision !== null && this.#known?.stamp === stamp) return this.#known.value
    const dimensions = this.#rows.dimensions()
    const instrumentOf = new PastInstruments(this.#tables, this.#instruments, this.#rows).of
    const holdings = new MethodHoldings({ db: this.#db, tables: this.#tables, dimensions, instrumentOf, choices })
    const value = { dimensions, instrumentOf, series: new SeriesReader(this.#db), holdings }
    this.#known = { stamp, value }
    return value
  }
}
