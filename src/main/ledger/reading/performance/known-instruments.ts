import type { Cache } from '../../../cache/cache.ts'
import { LedgerRows, type LedgerDimension } from '../../../cache/ledger/rows.ts'
import type { PricedInstrument } from '../../../insight/history/past-price.ts'
import type { Db } from '../../../sqlite/db.ts'
import type { Instruments } from '../../replay/basis.ts'
import { createPastInstruments } from '../past-instruments.ts'

/** What rows share and what is known of their instruments. */
export interface KnownInstruments {
  readonly dimensions: readonly LedgerDimension[]
  readonly instrumentOf: (symbol: string) => PricedInstrument
}

/** Reads it once for all questions of one state of the holdings: thousands of dimensions take a while. */
export class InstrumentMemory {
  readonly #rows
  readonly #tables: Pick<Cache, 'instrumentDetails'>
  readonly #instruments: Pick<Instruments, 'factsOf'>
  #known: { readonly revision: number; readonly value: KnownInstruments } | null = null

  constructor(db: Db, tables: Pick<Cache, 'instrumentDetails'>, instruments: Pick<Instruments, 'factsOf'>) {
    this.#rows = new LedgerRows(db)
    this.#tables = tables
    this.#instruments = instruments
  }

  /** `revision`: that of the stored holdings; `null` while they are not current. */
  read(revision: number | null): KnownInstruments {
    if (this.#known !== null && this.#known.revision === revision) return this.#known.value
    const dimensions = this.#rows.dimensions()
    const value = {
      dimensions,
      instrumentOf: createPastInstruments(this.#tables, this.#instruments, dimensions),
    }
    this.#known = revision === null ? null : { revision, value }
    return value
  }
}
