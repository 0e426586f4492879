import type { Cache } from '#main/cache/cache.ts'
import { LedgerRows } from '#main/cache/ledger/ledger-rows.ts'
import type { LedgerDimension } from '#main/cache/ledger/row-statements.ts'
import type { AccountHistory } from '#main/insight/income/assigned-payments.ts'
import type { HeldSeries } from '#main/insight/income/expectation.ts'
import type { LedgerRow } from '#main/insight/ledger/row.ts'
import { parseUnits } from '#main/insight/lots/units.ts'
import { piecesOfPositions } from '#main/insight/portfolio/account-summary.ts'
import type { Db } from '#main/sqlite/db.ts'
import type { LedgerChoices } from '../../replay/replay-inputs.ts'
import { ReplayOrder } from '../../replay/replay-order.ts'
import { RowDecoder } from '../../replay/row-decoder.ts'
import { readHistory } from '../history.ts'
import { createQuantityReader } from '../lots.ts'

export type AccountTables = Pick<Cache, 'accounts' | 'coverage' | 'history'>

/** The kinds of rows that pay an event or tax a payment. */
const kinds: ReadonlySet<LedgerRow['kind']> = new Set([
  'dividend',
  'coupon',
  'amortization',
  'redemption',
  'other-income',
  'interest',
  'tax',
  'split',
  'unknown',
])
const rowsPerChunk = 1_000

/** The rows and pieces of an account by symbol. Rows of money only have an empty symbol. */
export interface AccountBook extends Omit<AccountHistory, 'rows'> {
  /** The key in `transaction_account`. */
  readonly key: number
  rowsOf(symbol: string): LedgerRow[]
}

/** Reads present and past holdings of an account and its payments. */
export class IncomeAccounts {
  readonly #tables: AccountTables
  readonly #rows
  readonly #readQuantities
  readonly #selectKey

  constructor(db: Db, tables: AccountTables) {
    this.#tables = tables
    this.#rows = new LedgerRows(db)
    this.#readQuantities = createQuantityReader(db, tables)
    this.#selectKey = db.prepare<[string], number>('SELECT key FROM transaction_account WHERE account_id = ?').pluck()
  }

  countRows(): number {
    return this.#rows.count()
  }

  /** The dimensions of the rows of all accounts. */
  dimensions(): LedgerDimension[] {
    return this.#rows.dimensions()
  }

  /** Symbols with a row of a split from a time (UTC ms) on. */
  symbolsSplitSince(dimensions: readonly LedgerDimension[], fromMs: number): Set<string> {
    const split = dimensions.filter(({ kind }) => kind === 'split')
    return new Set(
      split.filter(({ key }) => this.#rows.keysOfDimensions([key], fromMs).length > 0).map(({ symbol }) => symbol),
    )
  }

  /** An account. Its rows and pieces are read on demand. */
  open(accountId: string, choices: LedgerChoices, dimensions: readonly LedgerDimension[]): AccountBook {
    const key = this.#selectKey.get(accountId) ?? -1
    const own = Map.groupBy(
      dimensions.filter(({ account }) => account === key),
      ({ symbol }) => symbol,
    )
    const account = this.#tables.accounts.get(accountId)?.account ?? null
    const positions = Map.groupBy(account?.positions ?? [], ({ symbol }) => symbol)
    const symbols = new Set([...own.keys(), ...positions.keys()])
    symbols.delete('')
    let last: { readonly symbol: string; readonly series: HeldSeries } | null = null
    return {
      accountId,
      key,
      symbols: [...symbols],
      covered: this.#covered(accountId),
      rowsOf: (symbol) => this.#readRows((own.get(symbol) ?? []).filter(({ kind }) => kinds.has(kind))),
      seriesOf: (symbol) => {
        // The series is read once, because every event of a symbol needs it.
        if (last?.symbol !== symbol) last = { symbol, series: this.#readSeries(accountId, symbol, choices) }
        return last.series
      },
      heldNow: (symbol) => (account === null ? null : piecesOfPositions(positions.get(symbol) ?? [])),
    }
  }

  #readRows(dimensions: readonly LedgerDimension[]): LedgerRow[] {
    const decoder = new RowDecoder(this.#rows, dimensions)
    const found: LedgerRow[] = []
    const order = new ReplayOrder(this.#rows.overflowMs(), ({ row }) => found.push(row))
    const keys = this.#rows.keysOfDimensions(
      // A trade of unknown kind pays nothing.
      dimensions.filter(({ kind, hasTrade }) => kind !== 'unknown' || !hasTrade).map(({ key }) => key),
      Number.MIN_SAFE_INTEGER,
    )
    for (let first = 0; first < keys.length; first += rowsPerChunk) {
      for (const raw of this.#rows.byKeys(keys.slice(first, first + rowsPerChunk))) {
        const placed = decoder.decode(raw)
        if (placed !== null) order.push(placed)
      }
    }
    order.flush()
    return found
  }

  #readSeries(accountId: string, symbol: string, choices: LedgerChoices): HeldSeries {
    const { covered, beginsAt } = readHistory(this.#tables, accountId)
    const first = covered[0]
    const isFromBeginning = first !== undefined && beginsAt !== null && first.from <= beginsAt
    const opening = choices.openings.find((each) => each.accountId === accountId && each.symbol === symbol)
    return {
      opening: isFromBeginning ? (opening === undefined ? 0n : parseUnits(opening.amount)) : null,
      points: this.#readQuantities(accountId, symbol, choices).map(({ at, quantity }) => ({
        at,
        quantity: quantity === null ? null : parseUnits(quantity),
      })),
    }
  }

  /** The loaded ranges, without the seconds in which rows are missing. */
  #covered(accountId: string): { from: number; to: number }[] {
    const gaps = this.#tables.history.gaps(accountId)
    return this.#tables.coverage.list(accountId).flatMap(({ from, to }) => {
      const parts: { from: number; to: number }[] = []
      let start = from
      for (const gap of gaps.filter((each) => each.from < to && each.to > from).sort((a, b) => a.from - b.from)) {
        if (gap.from > start) parts.push({ from: start, to: gap.from })
        start = Math.max(start, gap.to)
      }
      return start < to ? [...parts, { from: start, to }] : parts
    })
  }
}
