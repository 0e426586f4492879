import { createLedgerChanges, type LedgerChange } from '../../cache/ledger/changes.ts'
import { LedgerHoldings } from '../../cache/ledger/ledger-holdings.ts'
import { LedgerRows } from '../../cache/ledger/ledger-rows.ts'
import { LedgerSeries } from '../../cache/ledger/ledger-series.ts'
import type { Db } from '../../sqlite/db.ts'
import { findDue, type DueHolding } from './due-holdings.ts'
import { HoldingReplay } from './holding-replay.ts'
import { HoldingStore, type Replayed } from './holding-store.ts'
import { OwnTransfers, type OwnAccounts } from './own-transfers.ts'
import { replayAll } from './replay-all.ts'
import { basisOf, Instruments, OpeningPieces, rulesOf, type HoldingBasis, type LedgerChoices } from './replay-inputs.ts'
import { ReplayOrder } from './replay-order.ts'
import { RowDecoder } from './row-decoder.ts'

interface ReplayOneSource {
  readonly rows: LedgerRows
  readonly holdings: LedgerHoldings
  readonly series: LedgerSeries
  readonly choices: LedgerChoices
  readonly decoder: RowDecoder
  readonly basisFor: (account: number, symbol: string) => HoldingBasis
  /** Called after each step with the number of rows that it read. */
  readonly onRows: (count: number) => void
}

/** Rows between two pauses. They take a few milliseconds. */
const rowsInStep = 1_000

/** The approximate number of rows that the replay of a holding reads. */
function estimateRows(holdings: LedgerHoldings, { account, symbol, fromMs }: DueHolding): number {
  const stored = holdings.get(account, symbol)
  if (stored === null) return rowsInStep
  if (fromMs >= stored.beforeMs) return 1
  return stored.rowCount - (holdings.checkpoint(stored.key, fromMs)?.rowCount ?? 0)
}

/** Replays the rows of one holding after its last usable checkpoint, in steps. Returns the data to store. */
function* replayOne(source: ReplayOneSource, due: DueHolding): Generator<void, Replayed> {
  const { rows, holdings, series, choices, decoder, basisFor, onRows } = source
  const { account, symbol, fromMs } = due
  const basis = basisFor(account, symbol)
  const stored = holdings.get(account, symbol)
  const usable = stored?.basis === basis.text ? stored : null
  const isAtTip = usable !== null && fromMs >= usable.beforeMs
  const from = isAtTip || usable === null ? usable : holdings.checkpoint(usable.key, fromMs)
  const replay = new HoldingReplay(choices.method, basis, from, (beforeMs) => series.before(account, symbol, beforeMs))
  const { startsAt } = replay
  const order = new ReplayOrder(rows.overflowMs(), ({ row }) => {
    if (row.at >= startsAt) replay.add(row)
  })
  const keys = rows.keysOf(account, symbol, startsAt)
  for (let first = 0; first < keys.length; first += rowsInStep) {
    const part = rows.byKeys(keys.slice(first, first + rowsInStep))
    for (const raw of part) {
      const placed = decoder.isOfHolding(raw) ? decoder.decode(raw) : null
      if (placed !== null) order.push(placed)
    }
    onRows(part.length)
    if (keys.length > rowsInStep) yield
  }
  order.flush()
  const { checkpoints, chunks, ...result } = replay.finish()
  return { holding: { ...result, account, symbol, basis: basis.text }, checkpoints, chunks, fromMs: startsAt }
}

/** The outcome of a replay. */
export interface ReplayResult {
  /** Accounts whose figures may have changed. */
  readonly accountIds: readonly string[]
  readonly rowsRead: number
}

interface Inputs {
  readonly choices: LedgerChoices
  readonly changes: readonly LedgerChange[]
  readonly decoder: RowDecoder
  readonly openings: OpeningPieces
  readonly basisFor: (account: number, symbol: string) => HoldingBasis
}

/** Holdings stored in one transaction. Other connections can write between two transactions. */
const holdingsInWrite = 40
/** One pass over the whole table is this many times as fast for each row as reading single holdings. */
const passAdvantage = 4

/** Keeps the stored holdings equal to what a replay of all rows gives. */
export class LedgerReplay {
  readonly #rows
  readonly #holdings
  readonly #series
  readonly #changes
  readonly #store: HoldingStore
  /** The facts about instruments, as last read. */
  readonly instruments: Instruments
  readonly #transfers: OwnTransfers
  readonly #selectAccounts
  #areFactsRead = false
  /** The openings of the last replay, as text. */
  #openings: string | null = null
  #progress = { done: 0, total: 0 }
  #revision = 0
  #replayed: Set<string> | 'all' = 'all'

  constructor(db: Db, own: OwnAccounts) {
    this.#rows = new LedgerRows(db)
    this.#holdings = new LedgerHoldings(db)
    this.#series = new LedgerSeries(db)
    this.#changes = createLedgerChanges(db)
    this.#store = new HoldingStore(db)
    this.instruments = new Instruments(db)
    this.#selectAccounts = db.prepare<[], [number, string]>('SELECT key, account_id FROM transaction_account').raw(true)
    this.#transfers = new OwnTransfers(this.#rows, own)
  }

  /** The version of the stored holdings and of the facts about instruments. It grows with each change. */
  get revision(): number {
    return this.#revision
  }

  /**
   * The holdings that were replayed since the last call, as `account symbol` (the account's key), or all of them: figures
   * calculated from their rows may have changed.
   */
  takeReplayed(): ReadonlySet<string> | 'all' {
    const replayed = this.#replayed
    this.#replayed = new Set()
    return replayed
  }

  /** The progress of the current replay, in rows. */
  get progress(): { readonly done: number; readonly total: number } {
    return this.#progress
  }

  /** Call when types or events of instruments may have changed. */
  forgetFacts(): void {
    this.#areFactsRead = false
  }

  /** Whether the stored holdings are those of all rows, under these choices. */
  isCurrent(choices: LedgerChoices): boolean {
    if (!this.#areFactsRead || this.#openings !== JSON.stringify(choices.openings)) return false
    if (!this.#transfers.isCurrent) return false
    return this.#holdings.wholeRules() === rulesOf(choices) && this.#changes.isEmpty()
  }

  /** Updates the stored holdings in steps. It can be stopped after any step: what is stored by then stays correct. */
  *steps(choices: LedgerChoices): Generator<void, ReplayResult> {
    this.#revision++
    this.#progress = { done: 0, total: 0 }
    const accountIds = new Map(this.#selectAccounts.all())
    const openings = new OpeningPieces(choices, new Map([...accountIds].map(([key, id]) => [id, key])))
    const decoder = new RowDecoder(this.#rows)
    const changes = this.#changes.list()
    const mustCompare = !this.#areFactsRead || this.#openings !== JSON.stringify(choices.openings)
    if (!this.#areFactsRead) this.instruments.read(this.#rows.dimensions())
    for (const { dimension } of changes) this.instruments.note(decoder.dimension(dimension))
    const basisFor = (account: number, symbol: string): HoldingBasis =>
      basisOf(this.instruments.factsOf(symbol), openings.of(account, symbol), this.#transfers.of(account, symbol))
    const inputs: Inputs = { choices, changes, decoder, openings, basisFor }
    this.#areFactsRead = true
    const isUsable = this.#holdings.wholeRules() === rulesOf(choices)
    const isMoved = yield* this.#transfers.update({
      choices,
      changes,
      decoder,
      openings,
      isAll: mustCompare || !isUsable,
      factsOf: (symbol) => this.instruments.factsOf(symbol),
    })
    const accounts = isUsable ? yield* this.#extend(inputs, mustCompare || isMoved) : yield* this.#replayAll(inputs)
    this.#openings = JSON.stringify(choices.openings)
    return {
      accountIds: [...accountIds].filter(([key]) => accounts.has(key)).map(([, id]) => id),
      rowsRead: this.#progress.done,
    }
  }

  /** Replays the holdings with changed rows, and with `mustCompare` those with another basis; returns the keys of the accounts. */
  *#extend(inputs: Inputs, mustCompare: boolean): Generator<void, ReadonlySet<number>> {
    const { changes, decoder } = inputs
    const { holdings: due, accounts, ofMoney } = findDue(changes, mustCompare ? this.#findInvalid(inputs) : [], decoder)
    const rowsToRead = due.reduce((sum, each) => sum + estimateRows(this.#holdings, each), 0)
    if (due.length > 1 && rowsToRead * passAdvantage > this.#rows.count()) return yield* this.#replayAll(inputs)
    this.#progress = { done: 0, total: rowsToRead }
    const source = {
      rows: this.#rows,
      holdings: this.#holdings,
      series: this.#series,
      onRows: this.#noteRows,
      ...inputs,
    }
    if (this.#replayed !== 'all') for (const { account, symbol } of due) this.#replayed.add(`${account} ${symbol}`)
    for (let first = 0; first < due.length; first += holdingsInWrite) {
      const part = due.slice(first, first + holdingsInWrite)
      const replayed: Replayed[] = []
      for (const each of part) replayed.push(yield* replayOne(source, each))
      this.#store.store(
        replayed,
        part.flatMap((each) => each.changes),
      )
      yield
    }
    this.#store.store([], ofMoney)
    return accounts
  }

  #findInvalid({ basisFor, openings }: Inputs): { account: number; symbol: string }[] {
    const stored = this.#holdings.bases()
    const known = new Set(stored.map(({ account, symbol }) => `${account} ${symbol}`))
    const opened = openings.holdings.filter(({ account, symbol }) => !known.has(`${account} ${symbol}`))
    return [
      ...stored.filter(({ account, symbol, basis }) => basisFor(account, symbol).text !== basis),
      ...opened.filter(({ account, symbol }) => openings.of(account, symbol) !== 0n),
    ]
  }

  readonly #noteRows = (count: number): void => {
    this.#progress = { ...this.#progress, done: this.#progress.done + count }
  };

  *#replayAll({ choices, changes, openings, basisFor }: Inputs): Generator<void, ReadonlySet<number>> {
    const dimensions = this.#rows.dimensions()
    this.instruments.read(dimensions)
    this.#progress = { done: 0, total: this.#rows.count() }
    this.#replayed = 'all'
    this.#store.begin(rulesOf(choices))
    const replayed = yield* replayAll({
      rows: this.#rows,
      dimensions,
      method: choices.method,
      basisFor,
      opened: openings.holdings,
      onRows: this.#noteRows,
    })
    let part: Replayed[] = []
    for (const holding of replayed) {
      part.push(holding)
      if (part.length < holdingsInWrite) continue
      this.#store.store(part, [])
      part = []
      yield
    }
    this.#store.store(part, [])
    this.#store.end(rulesOf(choices), changes)
    return new Set(dimensions.map(({ account }) => account))
  }
}
