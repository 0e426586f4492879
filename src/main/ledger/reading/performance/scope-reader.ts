import type { LedgerRows } from '#main/cache/ledger/ledger-rows.ts'
import type { LedgerDimension } from '#main/cache/ledger/row-statements.ts'
import type { PastPrice, PricedInstrument, SplitRatio } from '#main/insight/history/past-price.ts'
import type { QuoteLine } from '#main/insight/history/past-prices.ts'
import { lentPieces, owedFor, type LentPieces } from '#main/insight/ledger/lent-pieces.ts'
import type { SeriesEntry } from '#main/insight/ledger/series/chunk.ts'
import { emptyPoint, type HoldingPoint } from '#main/insight/ledger/series/holding-sums.ts'
import { parseUnits } from '#main/insight/lots/units.ts'
import { knownPrice, type RecordedPrice } from '#main/insight/performance/price-before.ts'
import type { Db } from '#main/sqlite/db.ts'
import type { LedgerChoices } from '../../replay/replay-inputs.ts'
import type { RowDecoder } from '../../replay/row-decoder.ts'
import type { Differences } from '../differences.ts'
import { DueRepayments } from '../due-repayments.ts'
import { LentSeries } from '../lent-series.ts'
import type { SeriesReader } from '../series-reader.ts'
import type { KnownInstruments } from './method-holdings.ts'

/** The accounts and instruments to measure. */
interface ScopeQuestion {
  readonly accountIds: readonly string[]
  readonly symbol: string | null
  readonly type: string | null
  readonly quotes: ReadonlyMap<string, QuoteLine>
  readonly choices: Pick<LedgerChoices, 'openings'>
  /** UTC ms. */
  readonly now: number
}

/** An instrument at a time: its holding in each account of the scope, with lent pieces, and in all accounts. */
export interface InstrumentAt {
  readonly own: readonly HoldingPoint[]
  readonly all: readonly HoldingPoint[]
}

/** The accounts and instruments of a scope, with their holdings and prices at any time. */
export class ScopeReader {
  readonly #series: SeriesReader
  readonly #question: ScopeQuestion
  readonly #lent: LentSeries
  readonly #quotes: KnownInstruments['quotes']
  /** The last price of each instrument that was read; `null` without one. */
  readonly #latest = new Map<string, RecordedPrice | null>()
  /** The rows of the only instrument, which several figures need. */
  readonly #entries = new Map<string, readonly SeriesEntry[]>()
  /** Keys of the accounts of the scope, and of all accounts. */
  readonly accounts: readonly number[]
  readonly allAccounts: readonly number[]
  readonly accountIds: ReadonlyMap<number, string>
  readonly dimensions: readonly LedgerDimension[]
  readonly rows: LedgerRows
  readonly decoder: RowDecoder
  readonly instrumentOf: (symbol: string) => PricedInstrument

  constructor(db: Db, known: KnownInstruments, question: ScopeQuestion) {
    const { dimensions, instrumentOf, series, rows, lending } = known
    this.#series = series
    this.#quotes = known.quotes
    this.#question = question
    const keys = db.prepare<[], [string, number]>('SELECT account_id, key FROM transaction_account').raw(true).all()
    this.accountIds = new Map(keys.map(([id, key]) => [key, id]))
    this.allAccounts = keys.map(([, key]) => key)
    this.accounts = keys.filter(([id]) => question.accountIds.includes(id)).map(([, key]) => key)
    this.dimensions = dimensions
    this.rows = rows
    this.decoder = known.decoder
    this.instrumentOf = instrumentOf
    // The money of a repo is in the cash: without it, its pieces are sold and bought again.
    const isLoan = ({ kind }: LedgerDimension): boolean => kind === 'securities-loan'
    this.#lent = new LentSeries(rows, series, this.hasCash ? lending : lending.filter(isLoan))
  }

  /** Whether money without an instrument is measured too. */
  get hasCash(): boolean {
    return this.#question.symbol === null && this.#question.type === null
  }

  isIncluded(symbol: string): boolean {
    const { symbol: only, type } = this.#question
    return (only === null || symbol === only) && (type === null || this.instrumentOf(symbol).type === type)
  }

  /** The symbols and currencies of the scope in which the rows differ from what the service states. */
  differing({ names, symbols }: Pick<Differences, 'names' | 'symbols'>): string[] {
    return this.hasCash ? names : symbols.filter((symbol) => this.isIncluded(symbol))
  }

  /** The instruments of the scope before a time (UTC ms), sold ones included. */
  at(beforeMs: number): Map<string, InstrumentAt> {
    const { symbol } = this.#question
    const points =
      symbol === null
        ? this.#series.all(this.allAccounts, beforeMs)
        : this.allAccounts.flatMap((account) => {
            const point = this.#series.at(account, symbol, beforeMs)
            return point === null ? [] : [{ account, symbol, point }]
          })
    const own = new Set(this.accounts)
    const found = new Map<string, { own: HoldingPoint[]; all: HoldingPoint[] }>()
    for (const each of points) {
      if (!this.isIncluded(each.symbol)) continue
      const known = found.get(each.symbol) ?? { own: [], all: [] }
      found.set(each.symbol, known)
      known.all.push(each.point)
      if (own.has(each.account)) known.own.push(this.#owned(each.account, each.symbol, each.point, beforeMs))
    }
    return found
  }

  /** Lent pieces still belong to their account. */
  #owned(account: number, symbol: string, point: HoldingPoint, beforeMs: number): HoldingPoint {
    const lent = this.#lent.before(account, symbol, beforeMs)
    return lent.length === 0 ? point : { ...point, quantity: point.quantity - lentPieces(lent) }
  }

  /** The pieces of an account that are lent before a time (UTC ms), negative, and the money that is to be paid for them. */
  lentBefore(account: number, symbol: string, beforeMs: number): readonly LentPieces[] {
    return this.#lent.before(account, symbol, beforeMs)
  }

  /** The money that the accounts of the scope are to pay for lent pieces before a time (UTC ms), by currency. */
  owedBefore(symbol: string, beforeMs: number): ReadonlyMap<string, bigint> {
    return owedFor(this.accounts.flatMap((account) => this.lentBefore(account, symbol, beforeMs)))
  }

  /** One holding before a time (UTC ms); `null` if the account never had it. */
  pointOf(account: number, symbol: string, beforeMs: number): HoldingPoint | null {
    return this.#series.at(account, symbol, beforeMs)
  }

  /** The instruments of the scope. */
  get symbols(): string[] {
    const opened = this.#question.choices.openings.flatMap(({ symbol }) => symbol ?? [])
    const all = new Set([...this.dimensions.map(({ symbol }) => symbol), ...opened])
    return [...all].filter((symbol) => symbol !== '' && this.isIncluded(symbol))
  }

  /** The instrument of the scope if there can be only one; otherwise `null`. */
  get onlySymbol(): string | null {
    if (this.hasCash || this.#question.symbol !== null) return this.#question.symbol
    const [only = null, ...others] = this.symbols
    return others.length > 0 ? null : only
  }

  /** An instrument at several times (UTC ms, ascending). */
  atTimes(symbol: string, times: readonly number[]): InstrumentAt[] {
    const own = new Set(this.accounts)
    const found = this.allAccounts.flatMap((account) => {
      const points = this.#series.atTimes(account, symbol, times)
      return points === null ? [] : [{ account, points }]
    })
    return times.map((_, index) => {
      const all = found.flatMap(({ account, points }) => {
        const point = points[index]
        return point === undefined ? [] : [{ account, point }]
      })
      return {
        own: all
          .filter(({ account }) => own.has(account))
          .map(({ account, point }) => this.#owned(account, symbol, point, times[index] ?? -Infinity)),
        all: all.map(({ point }) => point),
      }
    })
  }

  /** The holdings of one instrument in all accounts before a time (UTC ms). */
  pointsOf(symbol: string, beforeMs: number): HoldingPoint[] {
    return this.allAccounts.map((account) => this.#series.at(account, symbol, beforeMs) ?? emptyPoint)
  }

  /** The rows of an instrument in an account of the scope between two times (UTC ms), each with the holding after it. */
  entries(account: number, symbol: string, fromMs: number, toMs: number): readonly SeriesEntry[] {
    if (this.#question.symbol === null) return this.#series.entries(account, symbol, fromMs, toMs)
    const key = `${account} ${fromMs} ${toMs}`
    const known = this.#entries.get(key) ?? this.#series.entries(account, symbol, fromMs, toMs)
    this.#entries.set(key, known)
    return known
  }

  /** The repayments of a bond in an account that are due from one time on (UTC ms); `null` if there are none until `toMs`. */
  dueRepayments(account: number, symbol: string, fromMs: number, toMs: number): DueRepayments | null {
    return DueRepayments.open(this.#series, [account, symbol], this.instrumentOf(symbol), [fromMs, toMs])
  }

  /** The money of repayments that is due to the accounts of the scope before a time (UTC ms), in the instrument's currency. */
  dueBefore(symbol: string, at: number): bigint {
    return this.accounts.reduce(
      (total, account) => total + (this.dueRepayments(account, symbol, at, at)?.amountBefore(at) ?? 0n),
      0n,
    )
  }

  /** `points`: the holdings of the instrument in all accounts before that time (UTC ms). */
  priceBefore(symbol: string, points: readonly HoldingPoint[], beforeMs: number): PastPrice | null {
    const recorded = this.recordedBefore(symbol, beforeMs)
    const ratioSince = (at: number): SplitRatio | null =>
      this.#series.splitRatio(this.allAccounts, symbol, at, beforeMs)
    return knownPrice(points, recorded, this.instrumentOf(symbol), ratioSince)
  }

  /** The last recorded price before a time (UTC ms). */
  recordedBefore(symbol: string, beforeMs: number): RecordedPrice | null {
    const line = this.lineOf(symbol)
    let [low, high] = [0, line.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((line[middle]?.at ?? Infinity) < beforeMs) low = middle + 1
      else high = middle
    }
    const recorded = line[low - 1] ?? null
    const latest = this.#latestOf(symbol)
    if (latest === null || latest.at >= beforeMs || (recorded !== null && recorded.at >= latest.at)) return recorded
    return latest
  }

  /** The last recorded price of each UTC day, ascending. */
  lineOf(symbol: string): QuoteLine {
    return this.#question.quotes.get(symbol) ?? []
  }

  #latestOf(symbol: string): RecordedPrice | null {
    const known = this.#latest.get(symbol)
    if (known !== undefined) return known
    const stored = this.#quotes.get(symbol)
    const price = stored === null || stored.quote.last === null ? null : parseUnits(stored.quote.last)
    const latest = stored === null || price === null ? null : { at: stored.quote.at ?? stored.fetchedAt, price }
    this.#latest.set(symbol, latest)
    return latest
  }
}
