import type { Db } from '../../sqlite/db.ts'
import { integer } from '../../sqlite/row.ts'
import { firstKeyAt, keyBehind, keysPerMs } from '../transactions/rows/time-key.ts'
import {
  type RawRow,
  type LedgerDimension,
  prepareRows,
  prepareDimensions,
  prepareSizes,
  readDimension,
} from './row-statements.ts'

/** Rows and their dimensions. Rows are read in parts, so that no statement stays open. */
export class LedgerRows {
  readonly #rows
  readonly #dimensions
  readonly #sizes

  constructor(db: Db) {
    this.#rows = prepareRows(db)
    this.#dimensions = prepareDimensions(db)
    this.#sizes = prepareSizes(db)
  }

  /** The next rows of all accounts behind a key, in the order of their keys. */
  next(afterKey: number, limit: number): RawRow[] {
    return this.#rows.next.all(afterKey, limit)
  }

  /** The next rows of all accounts behind a key and before another one, in the order of their keys. */
  nextBefore(afterKey: number, beforeKey: number, limit: number): RawRow[] {
    return this.#rows.nextBefore.all(afterKey, beforeKey, limit)
  }

  /** Keys of an account's rows of a symbol from a time (UTC ms) on, ascending; before `beforeKey` only, where it is given. */
  keysOf(account: number, symbol: string, fromMs: number, beforeKey = Number.MAX_SAFE_INTEGER): number[] {
    const dimensions = this.#dimensions.ofSymbol.all(symbol, account)
    const keys = dimensions.flatMap((dimension) => this.#rows.keys.all(dimension, firstKeyAt(fromMs), beforeKey))
    return keys.sort((a, b) => a - b)
  }

  /** Keys of the rows of some dimensions from a time (UTC ms) on, ascending. */
  keysOfDimensions(dimensions: readonly number[], fromMs: number): number[] {
    const keys = dimensions.flatMap((dimension) =>
      this.#rows.keys.all(dimension, firstKeyAt(fromMs), Number.MAX_SAFE_INTEGER),
    )
    return keys.sort((a, b) => a - b)
  }

  /** Keys of the rows of a dimension from one time (UTC ms) to another one, ascending. Some may be of times just before or after. */
  keysOfDimension(dimension: number, fromMs: number, toMs: number): number[] {
    return this.#rows.keys.all(dimension, firstKeyAt(fromMs), keyBehind(toMs, this.overflowMs()))
  }

  /** In the order of their keys. */
  byKeys(keys: readonly number[]): RawRow[] {
    return this.#rows.byKeys.all(JSON.stringify(keys))
  }

  /** Rows of an account from a time (UTC ms) on, in the order of their keys. */
  since(account: number, fromMs: number): RawRow[] {
    return this.#rows.since.all(firstKeyAt(fromMs), account)
  }

  /** Rows of an account with exactly this amount, in any currency: at most 200. */
  withMoney(account: number, units: bigint, nanos: number): RawRow[] {
    const range = this.#sizes.blocks.get()
    if (range === undefined || range['first'] === null) return []
    const [first, last] = [integer(range, 'first'), integer(range, 'last')]
    const blocks = Array.from({ length: last - first + 1 }, (_, index) => first + index)
    return this.#rows.byMoney.all(JSON.stringify(blocks), units, nanos, account)
  }

  /** Null if no row has it any more. */
  dimension(key: number): LedgerDimension | null {
    const row = this.#dimensions.one.get(key)
    return row === undefined ? null : readDimension(row)
  }

  dimensions(): LedgerDimension[] {
    return this.#dimensions.all.all().map(readDimension)
  }

  /** The type of an instrument as sent; null while it is not known. */
  typeOf(symbol: string): string | null {
    return this.#dimensions.typeOf.get(symbol) ?? null
  }

  /** About the time of the newest row of all accounts (UTC ms); null without rows. */
  lastTime(): number | null {
    const key = this.#sizes.lastKey.get() ?? null
    return key === null ? null : Math.floor(key / keysPerMs)
  }

  /** How far a row's key may lie behind its time, in ms. */
  overflowMs(): number {
    return this.#sizes.overflow.get() ?? 0
  }

  /** Whether rows that an older version stored have no kind yet. */
  hasUnreviewedKinds(): boolean {
    return this.#dimensions.unreviewed.get() !== undefined
  }

  /** Rows stored, of all accounts. */
  count(): number {
    return this.#sizes.count.get() ?? 0
  }
}
