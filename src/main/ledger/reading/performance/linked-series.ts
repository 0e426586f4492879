import type { LotMethod } from '../../../../shared/model/ledger.ts'
import type { LedgerDimension } from '../../../cache/ledger/rows.ts'
import type { PricedInstrument } from '../../../insight/history/past-price.ts'
import { emptyHolding, Holding } from '../../../insight/ledger/holding.ts'
import { replayLinked } from '../../../insight/performance/linked-replay.ts'
import type { SeriesEntry } from '../../../insight/ledger/series/chunk.ts'
import { afterStep } from '../../../insight/ledger/series/running-point.ts'
import { emptyPoint, type HoldingPoint } from '../../../insight/ledger/series/state.ts'
import type { Db } from '../../../sqlite/db.ts'
import { OpeningPieces, type LedgerChoices } from '../../replay/basis.ts'
import { SeriesReader, type PlacedPoint } from '../series.ts'
import { createHoldingRows } from './holding-rows.ts'

interface LinkedSource {
  readonly db: Db
  readonly dimensions: readonly LedgerDimension[]
  readonly instrumentOf: (symbol: string) => PricedInstrument
  readonly choices: LedgerChoices
}

interface OwnSeries {
  readonly opening: HoldingPoint
  readonly entries: readonly SeriesEntry[]
}

/**
 * The series as stored, but for instruments that moved between own accounts: those are replayed together, so that lots keep
 * their cost. They are few.
 */
export class LinkedSeries {
  readonly #series: SeriesReader
  readonly #source: LinkedSource
  readonly #readRows
  readonly #openings: OpeningPieces
  /** The accounts of each instrument that moved between own accounts. */
  readonly linked: ReadonlyMap<string, readonly number[]>
  readonly #known = new Map<string, ReadonlyMap<number, OwnSeries>>()

  constructor(source: LinkedSource) {
    const { db, dimensions, choices } = source
    const keys = db.prepare<[], [string, number]>('SELECT account_id, key FROM transaction_account').raw(true).all()
    this.#source = source
    this.#series = new SeriesReader(db)
    this.#readRows = createHoldingRows(db, dimensions)
    this.#openings = new OpeningPieces(choices, new Map(keys))
    this.linked = findLinked(dimensions)
  }

  at(account: number, symbol: string, beforeMs: number): HoldingPoint | null {
    const own = this.#linkedOf(symbol)?.get(account)
    return own === undefined ? this.#series.at(account, symbol, beforeMs) : pointBefore(own, beforeMs)
  }

  all(accounts: readonly number[], beforeMs: number): PlacedPoint[] {
    return this.#series.all(accounts, beforeMs).map((each) => {
      const own = this.#linkedOf(each.symbol)?.get(each.account)
      return own === undefined ? each : { ...each, point: pointBefore(own, beforeMs) }
    })
  }

  atTimes(account: number, symbol: string, times: readonly number[]): HoldingPoint[] | null {
    const own = this.#linkedOf(symbol)?.get(account)
    if (own === undefined) return this.#series.atTimes(account, symbol, times)
    return times.map((time) => pointBefore(own, time))
  }

  entries(account: number, symbol: string, fromMs: number, toMs: number): SeriesEntry[] {
    const own = this.#linkedOf(symbol)?.get(account)
    if (own === undefined) return this.#series.entries(account, symbol, fromMs, toMs)
    return own.entries.filter(({ step: { at } }) => at >= fromMs && at < toMs)
  }

  /** The rows of an instrument in the accounts between which it moved, each with what it closed. */
  *replay(symbol: string, accounts: readonly number[], method: LotMethod) {
    const holdings = new Map(accounts.map((account) => [account, this.open(account, symbol, method)]))
    const rows = accounts.flatMap((account) => this.#readRows(account, symbol).map((row) => ({ account, row })))
    yield* replayLinked(rows, holdings)
  }

  /** A holding before its first row. */
  open(account: number, symbol: string, method: LotMethod): Holding {
    const holding = new Holding(method, this.#source.instrumentOf(symbol).facts, emptyHolding)
    const opening = this.#openings.of(account, symbol)
    if (opening !== 0n) holding.open(opening)
    return holding
  }

  #linkedOf(symbol: string): ReadonlyMap<number, OwnSeries> | null {
    const accounts = this.linked.get(symbol)
    if (accounts === undefined) return null
    let known = this.#known.get(symbol)
    if (known === undefined) this.#known.set(symbol, (known = this.#replayed(symbol, accounts)))
    return known
  }

  #replayed(symbol: string, accounts: readonly number[]): ReadonlyMap<number, OwnSeries> {
    const found = new Map<number, { opening: HoldingPoint; entries: SeriesEntry[] }>()
    for (const account of accounts) {
      const { quantity, lotFigures } = this.open(account, symbol, this.#source.choices.method)
      found.set(account, { opening: { ...emptyPoint, quantity, unknownOpen: lotFigures.uncosted }, entries: [] })
    }
    for (const { account, step } of this.replay(symbol, accounts, this.#source.choices.method)) {
      const own = found.get(account)
      own?.entries.push({ step, point: afterStep(own.entries.at(-1)?.point ?? own.opening, step) })
    }
    return found
  }
}

function pointBefore({ opening, entries }: OwnSeries, beforeMs: number): HoldingPoint {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((entries[middle]?.step.at ?? Infinity) < beforeMs) low = middle + 1
    else high = middle
  }
  return entries[low - 1]?.point ?? opening
}

/** Instruments that one account gave up and another one received, with all accounts that have them. */
function findLinked(dimensions: readonly LedgerDimension[]): ReadonlyMap<string, readonly number[]> {
  const named = dimensions.filter(({ symbol }) => symbol !== '')
  const moved = new Set(
    named
      .filter(({ kind }) => kind === 'securities-transfer-in' || kind === 'securities-transfer-out')
      .map(({ symbol }) => symbol),
  )
  const groups = Map.groupBy(
    named.filter(({ symbol }) => moved.has(symbol)),
    ({ symbol }) => symbol,
  )
  return new Map(
    [...groups].flatMap(([symbol, own]) => {
      const accounts = [...new Set(own.map(({ account }) => account))]
      return accounts.length > 1 ? [[symbol, accounts] as const] : []
    }),
  )
}
