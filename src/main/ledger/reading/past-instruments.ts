import { createHash } from 'node:crypto'
import type { Cache } from '../../cache/cache.ts'
import type { LedgerRows } from '../../cache/ledger/rows.ts'
import type { PricedInstrument } from '../../insight/history/past-price.ts'
import { parseUnits } from '../../insight/lots/units.ts'
import type { Instruments } from '../replay/basis.ts'

/** What is known of the instruments of rows, each read once. Without reference data only the type may be known. */
export class PastInstruments {
  readonly #tables: Pick<Cache, 'instrumentDetails'>
  readonly #instruments: Pick<Instruments, 'factsOf'>
  readonly #rows: Pick<LedgerRows, 'typeOf'>
  readonly #known = new Map<string, PricedInstrument>()
  readonly #facts = new Map<string, string>()

  constructor(
    tables: Pick<Cache, 'instrumentDetails'>,
    instruments: Pick<Instruments, 'factsOf'>,
    rows: Pick<LedgerRows, 'typeOf'>,
  ) {
    this.#tables = tables
    this.#instruments = instruments
    this.#rows = rows
  }

  readonly of = (symbol: string): PricedInstrument => {
    const existing = this.#known.get(symbol)
    if (existing !== undefined) return existing
    const details = this.#tables.instrumentDetails.get(symbol)?.details ?? null
    const type = details?.type ?? this.#rows.typeOf(symbol)
    const isBond = type === 'BONDS'
    const instrument: PricedInstrument = {
      type,
      currency: (isBond ? details?.faceCurrency : null) ?? details?.quoteCurrency ?? null,
      face: isBond ? readUnits(details?.faceValue) : null,
      contractSize: readUnits(details?.contractSize),
      facts: this.#instruments.factsOf(symbol),
    }
    this.#known.set(symbol, instrument)
    return instrument
  }

  /** A short text of what is known; equal texts give equal values. */
  factsOf(symbol: string): string {
    let facts = this.#facts.get(symbol)
    if (facts === undefined) this.#facts.set(symbol, (facts = factText(this.of(symbol))))
    return facts
  }

  /** The facts of all that were asked for. */
  facts(): ReadonlyMap<string, string> {
    return new Map([...this.#known.keys()].map((symbol) => [symbol, this.factsOf(symbol)]))
  }
}

const digestLength = 16

const factText = (instrument: PricedInstrument): string =>
  createHash('sha256')
    .update(JSON.stringify(instrument, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)))
    .digest('base64')
    .slice(0, digestLength)

const readUnits = (value: string | null | undefined): bigint | null => (value == null ? null : parseUnits(value))
