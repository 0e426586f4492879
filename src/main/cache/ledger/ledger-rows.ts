import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import type { Db } from '../../sqlite/db.ts'
import { integer } from '../../sqlite/row.ts'
import { firstKeyAt, keyBehind, keysPerMs } from '../transactions/rows/time-key.ts'
import {
  type RawRow,
  type LedgerDimension,
  type StoredGroup,
  prepareRows,
  prepareDimensions,
  prepareGroups,
  prepareSizes,
  readGroup,
  readDimension,
} from './row-statements.ts'

/** Rows and their dimensions. Rows are read in chunks, so that no statement stays open. */
export class LedgerRows {
  readonly #rows
  readonly #dimensions
  readonly #groups
  readonly #sizes

  constructor(db: Db) {
    this.#rows = prepareRows(db)
    this.#dimensions = prepareDimensions(db)
    this.#groups = prepareGroups(db)
    this.#sizes = prepareSizes(db)
  }

  /** The next rows of all accounts after a key, in the order of their keys. */
  next(afterKey: number, limit: number): RawRow[] {
    return this.#rows.next.all(afterKey, limit)
  }

  /** The next rows of all accounts after a key and before another key, in the order of their keys. */
  nextBefore(afterKey: number, beforeKey: number, limit: number): RawRow[] {
    return this.#rows.nextBefore.all(afterKey, beforeKey, limit)
  }

  /** The keys, ascending, of the rows of an account and a symbol from a time (UTC ms) on and before `beforeKey`. */
  keysOf(account: number, symbol: string, fromMs: number, beforeKey = Number.MAX_SAFE_INTEGER): number[] {
    const dimensions = this.#dimensions.ofSymbol.all(symbol, account)
    const keys = dimensions.flatMap((dimension) => this.#rows.keys.all(dimension, firstKeyAt(fromMs), beforeKey))
    return keys.sort((a, b) => a - b)
  }

  /** The keys, ascending, of the rows of some dimensions from a time (UTC ms) on. */
  keysOfDimensions(dimensions: readonly number[], fromMs: number): number[] {
    const keys = dimensions.flatMap((dimension) =>
      this.#rows.keys.all(dimension, firstKeyAt(fromMs), Number.MAX_SAFE_INTEGER),
    )
    return keys.sort((a, b) => a - b)
  }

  /**
   * The keys, ascending, of the rows of a dimension between two times (UTC ms). They may include rows just outside
   * these times.
   */
  keysOfDimension(dimension: number, fromMs: number, toMs: number): number[] {
    return this.#rows.keys.all(dimension, firstKeyAt(fromMs), keyBehind(toMs, this.overflowMs()))
  }

  /** Rows, in the order of their keys. */
  byKeys(keys: readonly number[]): RawRow[] {
    return this.#rows.byKeys.all(JSON.stringify(keys))
  }

  /** Rows of an account from a time (UTC ms) on, in the order of their keys. */
  since(account: number, fromMs: number): RawRow[] {
    return this.#rows.since.all(firstKeyAt(fromMs), account)
  }

  /** The rows of an account that the last complete responses lack, and that are not withdrawn yet. */
  missing(account: number): RawRow[] {
    return this.#rows.missing.all(account, account)
  }

  /** Rows of an account with fields that could not be read, in the order of their keys. */
  unreadable(account: number): RawRow[] {
    return this.#rows.unreadable.all(account)
  }

  /** Rows of an account with exactly this amount, in any currency: at most 200. */
  withMoney(account: number, units: bigint, nanos: number): RawRow[] {
    const range = this.#sizes.blocks.get()
    if (range === undefined || range['first'] === null) return []
    const [first, last] = [integer(range, 'first'), integer(range, 'last')]
    const blocks = Array.from({ length: last - first + 1 }, (_, index) => first + index)
    return this.#rows.byMoney.all(JSON.stringify(blocks), units, nanos, account)
  }

  /** Null if the dimension no longer exists. */
  dimension(key: number): LedgerDimension | null {
    const row = this.#dimensions.one.get(key)
    return row === undefined ? null : readDimension(row)
  }

  /** A group of the user; null if it no longer exists. */
  group(key: number): StoredGroup | null {
    const row = this.#groups.one.get(key)
    return row === undefined ? null : readGroup(row)
  }

  /** Whether the user says of any rows that they are a spin-off. */
  hasSpinOffs(): boolean {
    return this.#groups.anySpinOff.get() !== undefined
  }

  dimensions(): LedgerDimension[] {
    return this.#dimensions.all.all().map(readDimension)
  }

  /** The dimensions of rows of these kinds. */
  dimensionsOf(kinds: readonly TransactionKind[]): LedgerDimension[] {
    return this.#dimensions.ofKinds.all(JSON.stringify(kinds)).map(readDimension)
  }

  /** The type of an instrument as sent; null if not known. */
  typeOf(symbol: string): string | null {
    return this.#dimensions.typeOf.get(symbol) ?? null
  }

  /** The approximate time (UTC ms) of the newest row of all accounts; null without rows. */
  lastTime(): number | null {
    const key = this.#sizes.lastKey.get() ?? null
    return key === null ? null : Math.floor(key / keysPerMs)
  }

  /** The maximum distance in ms of a row's key after its time. */
  overflowMs(): number {
    return this.#sizes.overflow.get() ?? 0
  }

  /** Whether rows that an older version stored have no kind yet. */
  hasUnreviewedKinds(): boolean {
    return this.#dimensions.unreviewed.get() !== undefined
  }

  /** The number of stored rows of all accounts. */
  count(): number {
    return this.#sizes.count.get() ?? 0
  }
}
