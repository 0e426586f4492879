import type { Cache } from '../../cache/cache.ts'
import { LedgerHoldings } from '../../cache/ledger/ledger-holdings.ts'
import { LedgerRows } from '../../cache/ledger/ledger-rows.ts'
import type { PricedInstrument } from '../../insight/history/past-price.ts'
import { givingRow } from '../../insight/ledger/spin-offs.ts'
import type { Oversell } from '../../insight/lots/open-lots.ts'
import { parseUnits } from '../../insight/lots/units.ts'
import { PastInstruments } from '../../ledger/reading/past-instruments.ts'
import { MethodHoldings } from '../../ledger/reading/performance/method-holdings.ts'
import { Instruments, type LedgerChoices } from '../../ledger/replay/replay-inputs.ts'
import { ReplayOrder } from '../../ledger/replay/replay-order.ts'
import { RowDecoder, type PlacedRow } from '../../ledger/replay/row-decoder.ts'
import type { Db } from '../../sqlite/db.ts'
import { DayPrices } from './day-prices.ts'
import { noCurrency, type DayPrice, type JournalEntry, type Posting } from './entry.ts'
import { MovedLots, noChange } from './moved-lots.ts'
import * as places from './places.ts'
import { postRow } from './post-row.ts'

/**
 * Whether a sale of more pieces than are held is a short sale. If the service states more pieces than the rows give, the
 * purchase is missing and its cost is not known, as in the list of open lots (`knownLots`). Reads the stored holdings.
 */
function createOversell(db: Db, tables: Pick<Cache, 'accounts'>, accountIds: ReadonlyMap<number, string>) {
  const holdings = new LedgerHoldings(db)
  const missing = new Set<string>()
  for (const [account, id] of accountIds) {
    const stated = new Map<string, bigint>()
    for (const { symbol, quantity } of tables.accounts.get(id)?.account.positions ?? []) {
      const units = quantity === null ? null : parseUnits(quantity)
      if (units !== null) stated.set(symbol, (stated.get(symbol) ?? 0n) + units)
    }
    for (const { symbol, quantity } of holdings.quantities(account)) {
      if ((stated.get(symbol) ?? 0n) > (parseUnits(quantity) ?? 0n)) missing.add(`${account} ${symbol}`)
    }
  }
  return (account: number, symbol: string): Oversell => (missing.has(`${account} ${symbol}`) ? 'unknown' : 'short')
}

export interface JournalRowsOptions {
  /** Begin a transaction before reading, so that rows that are stored during the export do not change the sums. */
  readonly db: Db
  readonly tables: Pick<Cache, 'accounts' | 'coverage' | 'history' | 'instrumentDetails'>
  readonly choices: LedgerChoices
  /** `null`: all accounts. */
  readonly accountIds: readonly string[] | null
}

/** The entries and prices of a chunk of the rows. */
export interface EntryChunk {
  readonly rowCount: number
  readonly entries: readonly JournalEntry[]
  /** The last prices of completed days. */
  readonly prices: readonly DayPrice[]
}

/** Rows of a larger chunk survive the garbage collection of young objects, so memory would grow with a million of them. */
const rowsPerChunk = 200
/** Every row of a set of accounts once, as an entry, in the order of the replay. */
export class JournalRows {
  readonly #options: JournalRowsOptions
  readonly #rows
  readonly #accountIds: ReadonlyMap<number, string>
  readonly #dimensions
  readonly instrumentOf: (symbol: string) => PricedInstrument

  constructor(options: JournalRowsOptions) {
    const { db, tables, accountIds } = options
    this.#options = options
    this.#rows = new LedgerRows(db)
    const all = db.prepare<[], [number, string]>('SELECT key, account_id FROM transaction_account').raw(true).all()
    this.#accountIds = new Map(all.filter(([, id]) => accountIds === null || accountIds.includes(id)))
    this.#dimensions = this.#rows.dimensions()
    const instruments = new Instruments(db)
    instruments.read(this.#dimensions)
    this.instrumentOf = new PastInstruments(tables, instruments, this.#rows).of
  }

  /** The ids of the exported accounts, sorted. */
  get accountIds(): readonly string[] {
    return [...this.#accountIds.values()].sort()
  }

  /** Opening balances come first, with the time of the first row. */
  *chunks(): Generator<EntryChunk> {
    const { db, tables, choices } = this.#options
    const { instrumentOf } = this
    const dimensions = this.#dimensions
    const known = new MethodHoldings({ db, tables, dimensions, instrumentOf, choices })
    const oversellOf = createOversell(db, tables, this.#accountIds)
    const lots = new Map<string, MovedLots>()
    const lotsOf = (account: number, symbol: string): MovedLots => {
      const key = `${account} ${symbol}`
      let own = lots.get(key)
      if (own === undefined) {
        const oversell = oversellOf(account, symbol)
        const holding = known.open(account, symbol, choices.method, oversell)
        lots.set(key, (own = new MovedLots(holding, choices.method, oversell)))
      }
      return own
    }
    const prices = new DayPrices(instrumentOf)
    let entries: JournalEntry[] = []
    const decoder = new RowDecoder(this.#rows, dimensions)
    const order = new ReplayOrder(this.#rows.overflowMs(), ({ account, isCurrencyAssumed, row: stored }: PlacedRow) => {
      // A commodity cannot have an empty name.
      const row = stored.currency === '' ? { ...stored, currency: noCurrency } : stored
      const own = row.symbol === '' ? null : lotsOf(account, row.symbol)
      const accountId = this.#accountIds.get(account) ?? ''
      const giving = givingRow(row)
      const given = giving === null ? null : lotsOf(account, giving.symbol).apply(giving)
      const change = own?.apply(row) ?? noChange
      prices.see(row)
      const entry = postRow({ accountId, row, isCurrencyAssumed, change, isFuture: own?.isFuture ?? false })
      if (giving === null || given === null || given.lots.length === 0) entries.push(entry)
      else {
        const { postings } = postRow({ accountId, row: giving, isCurrencyAssumed, change: given, isFuture: false })
        entries.push({ ...entry, postings: [...postings, ...entry.postings] })
      }
    })
    let after = Number.MIN_SAFE_INTEGER
    let isFirst = true
    for (let raw = this.#rows.next(after, rowsPerChunk); raw.length > 0; raw = this.#rows.next(after, rowsPerChunk)) {
      for (const each of raw) {
        const placed = decoder.decode(each)
        if (placed !== null && this.#accountIds.has(placed.account)) order.push(placed)
      }
      after = raw.at(-1)?.[0] ?? after
      if (isFirst && entries.length > 0) {
        yield { rowCount: 0, entries: this.#openings(entries[0]?.at ?? 0), prices: [] }
        isFirst = false
      }
      yield { rowCount: raw.length, entries, prices: prices.take(false) }
      entries = []
    }
    order.flush()
    if (isFirst) yield { rowCount: 0, entries: this.#openings(entries[0]?.at ?? 0), prices: [] }
    yield { rowCount: 0, entries, prices: prices.take(true) }
  }

  #openings(at: number): JournalEntry[] {
    const own = new Set(this.#accountIds.values())
    return this.#options.choices.openings.flatMap(({ accountId, symbol, currency, amount }): JournalEntry[] => {
      const units = parseUnits(amount)
      if (!own.has(accountId) || units === null) return []
      const [place, counter] = [
        symbol === null ? places.cash(accountId) : places.securities(accountId),
        places.openings(accountId),
      ]
      const posting = (at: typeof place, value: bigint): Posting | null =>
        symbol !== null
          ? { place: at, pieces: value, symbol, lot: null }
          : currency === null
            ? null
            : { place: at, money: value, currency }
      const postings = [posting(place, units), posting(counter, -units)].filter((each) => each !== null)
      return [
        {
          at,
          id: null,
          accountId,
          kind: 'opening',
          name: 'Opening balance',
          symbol: symbol ?? '',
          isCurrencyAssumed: false,
          postings,
          lentCost: null,
        },
      ]
    })
  }
}
