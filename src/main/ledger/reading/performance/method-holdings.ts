import type { Cache } from '#main/cache/cache.ts'
import { LedgerRows } from '#main/cache/ledger/ledger-rows.ts'
import type { LedgerDimension } from '#main/cache/ledger/row-statements.ts'
import { createQuotes } from '#main/cache/tables/quotes.ts'
import type { PricedInstrument } from '#main/insight/history/past-price.ts'
import { emptyHolding, type Arrivals } from '#main/insight/ledger/holding-state.ts'
import { Holding } from '#main/insight/ledger/holding.ts'
import { findArrivals, noArrivals, type ArrivalsBySymbol } from '#main/insight/ledger/own-transfers.ts'
import type { LedgerRow } from '#main/insight/ledger/row.ts'
import { withGiving } from '#main/insight/ledger/spin-offs.ts'
import type { Oversell } from '#main/insight/lots/open-lots.ts'
import type { Db } from '#main/sqlite/db.ts'
import type { LotMethod } from '#shared/model/ledger/ledger.ts'
import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import { Memo } from '../../memo.ts'
import type { OwnAccounts } from '../../replay/own-transfers.ts'
import { OpeningPieces, type LedgerChoices, type Instruments } from '../../replay/replay-inputs.ts'
import { ReplayOrder } from '../../replay/replay-order.ts'
import { RowDecoder } from '../../replay/row-decoder.ts'
import { transferGroups, type TransferGroup } from '../../replay/transfer-groups.ts'
import { createOwnAccounts } from '../history.ts'
import { PastInstruments } from '../past-instruments.ts'
import { SeriesReader } from '../series-reader.ts'
import { createCashStatements, type CashStatements } from './cash-period.ts'

const rowsPerChunk = 1_000

/** Reads the rows of a holding in the order of the replay. */
export function createHoldingRows({ rows, decoder }: Pick<KnownInstruments, 'rows' | 'decoder'>) {
  return (account: number, symbol: string): LedgerRow[] => {
    const found: LedgerRow[] = []
    const order = new ReplayOrder(rows.overflowMs(), ({ row }) => found.push(row))
    const keys = rows.keysOf(account, symbol, Number.MIN_SAFE_INTEGER)
    for (let first = 0; first < keys.length; first += rowsPerChunk) {
      for (const raw of rows.byKeys(keys.slice(first, first + rowsPerChunk))) {
        const placed = decoder.decode(raw)
        if (placed !== null) order.push(placed)
      }
    }
    order.flush()
    return found
  }
}

interface HoldingsSource {
  readonly db: Db
  readonly tables: Pick<Cache, 'accounts' | 'coverage' | 'history'>
  readonly dimensions: readonly LedgerDimension[]
  readonly instrumentOf: (symbol: string) => PricedInstrument
  readonly choices: LedgerChoices
}

/** Holdings before their first row, by any lot method. The stored holdings are of the chosen method only. */
export class MethodHoldings {
  readonly #source: HoldingsSource
  readonly #openings: OpeningPieces
  readonly #own: OwnAccounts
  readonly #readRows
  readonly #groups: ReadonlyMap<string, TransferGroup>
  readonly #arrivals = new Map<LotMethod, Map<TransferGroup, ArrivalsBySymbol>>()

  constructor(source: HoldingsSource) {
    const { db, choices, dimensions } = source
    const keys = db.prepare<[], [string, number]>('SELECT account_id, key FROM transaction_account').raw(true).all()
    const rows = new LedgerRows(db)
    const decoder = new RowDecoder(rows, dimensions)
    const groups = transferGroups(dimensions, rows, decoder)
    this.#source = source
    this.#readRows = createHoldingRows({ rows, decoder })
    this.#openings = new OpeningPieces(choices, new Map(keys))
    this.#own = createOwnAccounts(db, source.tables)
    this.#groups = new Map(groups.flatMap((group) => [...group.keys()].map((symbol) => [symbol, group] as const)))
  }

  open(account: number, symbol: string, method: LotMethod, oversell: Oversell = 'short'): Holding {
    const arrivals = this.#arrivalsIn(account, symbol, method)
    const holding = new Holding(method, this.#source.instrumentOf(symbol).facts, emptyHolding, arrivals, oversell)
    const opening = this.#openings.of(account, symbol)
    if (opening !== 0n) holding.open(opening)
    return holding
  }

  /** Adds the rows that give cost of a holding away to its own rows. */
  withGiving(account: number, symbol: string, rows: LedgerRow[]): LedgerRow[] {
    return withGiving(rows, this.#arrivalsIn(account, symbol, this.#source.choices.method))
  }

  #arrivalsIn(account: number, symbol: string, method: LotMethod): Arrivals {
    return this.#arrivalsOf(symbol, method).get(symbol)?.get(account) ?? noArrivals
  }

  #arrivalsOf(symbol: string, method: LotMethod): ArrivalsBySymbol {
    const group = this.#groups.get(symbol)
    const ofMethod = this.#arrivals.get(method) ?? new Map<TransferGroup, ArrivalsBySymbol>()
    this.#arrivals.set(method, ofMethod)
    const known = group === undefined ? new Map() : ofMethod.get(group)
    if (group === undefined || known !== undefined) return known ?? new Map()
    const { instrumentOf } = this.#source
    const found = findArrivals({
      method,
      factsOf: (own) => instrumentOf(own).facts,
      openingOf: (account, own) => this.#openings.of(account, own),
      rows: [...group].flatMap(([own, accounts]) =>
        [...accounts].flatMap((account) => this.#readRows(account, own).map((row) => ({ account, row }))),
      ),
      isLoaded: (account) => this.#own.isLoaded(account),
      areShort: (account, own, left) => this.#own.areShort(account, own, left),
    })
    ofMethod.set(group, found)
    return found
  }
}

/** The dimensions of rows and the facts about their instruments. */
export interface KnownInstruments {
  readonly dimensions: readonly LedgerDimension[]
  readonly instrumentOf: (symbol: string) => PricedInstrument
  readonly series: SeriesReader
  readonly holdings: MethodHoldings
  readonly rows: LedgerRows
  readonly decoder: RowDecoder
  readonly quotes: Pick<Cache['quotes'], 'get'>
  readonly cash: CashStatements
  /** The dimensions of rows that lend pieces. */
  readonly lending: readonly LedgerDimension[]
}

const lendingKinds: readonly TransactionKind[] = ['repo', 'securities-loan']

type Tables = Pick<Cache, 'accounts' | 'coverage' | 'history' | 'instrumentDetails'>

/**
 * Reads the instruments and prepares the statements once for all questions about one version of the holdings, because
 * thousands of dimensions and dozens of statements take longer than the question about one instrument.
 */
export class InstrumentMemory {
  readonly #rows
  readonly #tables: Tables
  readonly #instruments: Pick<Instruments, 'factsOf'>
  readonly #known = new Memo<KnownInstruments>()
  readonly #db: Db
  readonly #statements

  constructor(db: Db, tables: Tables, instruments: Pick<Instruments, 'factsOf'>) {
    this.#db = db
    this.#rows = new LedgerRows(db)
    this.#statements = { quotes: createQuotes(db), cash: createCashStatements(db) }
    this.#tables = tables
    this.#instruments = instruments
  }

  /** `revision`: that of the stored holdings; `null` while they are not current. */
  read(revision: number | null, choices: LedgerChoices): KnownInstruments {
    const stamp = revision === null ? null : JSON.stringify([revision, choices])
    return this.#known.read(stamp, () => this.#readAll(choices))
  }

  #readAll(choices: LedgerChoices): KnownInstruments {
    const dimensions = this.#rows.dimensions()
    const instrumentOf = new PastInstruments(this.#tables, this.#instruments, this.#rows).of
    const holdings = new MethodHoldings({ db: this.#db, tables: this.#tables, dimensions, instrumentOf, choices })
    const lending = dimensions.filter(({ kind }) => lendingKinds.includes(kind))
    const series = new SeriesReader(this.#db)
    const decoder = new RowDecoder(this.#rows, dimensions)
    return {
      ...this.#statements,
      dimensions,
      instrumentOf,
      series,
      holdings,
      rows: this.#rows,
      decoder,
      lending,
    }
  }
}
