import { createHash } from 'node:crypto'
import type { PastDayCoverage } from '#shared/model/ledger/past-day.ts'
import type { Cache } from '../../cache/cache.ts'
import type { LedgerRows } from '../../cache/ledger/ledger-rows.ts'
import type { PastAccountState, Window } from '../../insight/day/account-replay.ts'
import type { PricedInstrument } from '../../insight/history/past-price.ts'
import { parseUnits } from '../../insight/lots/units.ts'
import { paymentCurrency } from '../../insight/portfolio/position-value.ts'
import type { Instruments } from '../replay/replay-inputs.ts'

/** An account at past moments. */
export interface PastAccountRead extends PastDayCoverage {
  readonly accountId: string
  /** Symbols and currencies for which rows and stated figures differ today. */
  readonly differing: string[]
  /** One state for each moment; empty while they are not known. */
  readonly states: PastAccountState[]
  /** The effects of the rows between the last two moments. */
  window: Window | null
}

/** The holdings of accounts at past times, with their instruments. */
export interface PastDaysRead {
  readonly accounts: PastAccountRead[]
  readonly instruments: { readonly symbol: string; readonly instrument: PricedInstrument }[]
}

/** The facts about the instruments of rows. Each is read once. Without reference data only the type may be known. */
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
      currency: details === null ? null : paymentCurrency(details),
      face: isBond ? readUnits(details?.faceValue) : null,
      contractSize: readUnits(details?.contractSize),
      facts: this.#instruments.factsOf(symbol),
    }
    this.#known.set(symbol, instrument)
    return instrument
  }

  /** The facts about an instrument as a short text. Equal texts mean equal values. */
  factsOf(symbol: string): string {
    let facts = this.#facts.get(symbol)
    if (facts === undefined) this.#facts.set(symbol, (facts = factText(this.of(symbol))))
    return facts
  }

  /** The facts of all instruments that were requested. */
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
