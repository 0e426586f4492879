import { m } from '#shared/messages/messages.js'
import { LedgerSeries } from '../../cache/ledger/ledger-series.ts'
import type { SplitRatio } from '../../insight/history/past-price.ts'
import { readChunk, readEntries, type SeriesEntry } from '../../insight/ledger/series/chunk.ts'
import type { HoldingPoint } from '../../insight/ledger/series/holding-sums.ts'
import type { Db } from '../../sqlite/db.ts'
import { CorruptDatabaseError } from '../../sqlite/errors.ts'

/** A holding at one time. */
interface PlacedPoint {
  readonly account: number
  readonly symbol: string
  readonly point: HoldingPoint
}

/**
 * The stored series: each holding at any time, found without a replay. Stored holdings must be current. `account` is a key of
 * `transaction_account`. A point contains all rows before its time (UTC ms), and none at that time.
 */
export class SeriesReader {
  readonly #series

  constructor(db: Db) {
    this.#series = new LedgerSeries(db)
  }

  /** Null for an instrument without rows and without an opening balance in this account. */
  at(account: number, symbol: string, beforeMs: number): HoldingPoint | null {
    const chunk = this.#series.before(account, symbol, beforeMs)
    return chunk === null ? null : decode(() => readChunk(chunk.data, beforeMs))
  }

  /** All holdings of the accounts, sold ones included. */
  all(accounts: readonly number[], beforeMs: number): PlacedPoint[] {
    return accounts.flatMap((account) =>
      this.#series.allBefore(account, beforeMs).map(({ symbol, data }) => ({
        account,
        symbol,
        point: decode(() => readChunk(data, beforeMs)),
      })),
    )
  }

  /** One holding at several times (UTC ms, ascending); `null` if the account never had it. */
  atTimes(account: number, symbol: string, times: readonly number[]): HoldingPoint[] | null {
    const [first, last] = [times[0], times.at(-1)]
    const begin = first === undefined ? null : this.at(account, symbol, first)
    if (first === undefined || last === undefined || begin === null) return null
    const entries = this.entries(account, symbol, first, last)
    let [point, next] = [begin, 0]
    return times.map((time) => {
      for (let entry = entries[next]; entry !== undefined && entry.step.at < time; entry = entries[++next])
        point = entry.point
      return point
    })
  }

  /**
   * The change of the number of pieces by splits between two times (UTC ms), from the account that booked the last split;
   * `null` if it is ambiguous.
   */
  splitRatio(accounts: readonly number[], symbol: string, fromMs: number, toMs: number): SplitRatio | null {
    const splits = accounts.map((account) => ({ account, at: this.at(account, symbol, toMs)?.splitAt ?? -Infinity }))
    const [last] = splits.sort((a, b) => b.at - a.at)
    if (last === undefined) return null
    const booked = this.entries(last.account, symbol, fromMs, toMs).filter(({ step }) => step.event === 'split')
    return booked.reduce<SplitRatio | null>(
      (ratio, { step, point: { quantity } }) => {
        const held = quantity - step.pieces
        const isClear = held !== 0n && quantity !== 0n && held < 0n === quantity < 0n
        return ratio !== null && isClear ? { before: ratio.before * held, after: ratio.after * quantity } : null
      },
      { before: 1n, after: 1n },
    )
  }

  /** Every row of a holding from one time to another (excluded), each with the holding after it. */
  entries(account: number, symbol: string, fromMs: number, toMs: number): SeriesEntry[] {
    const chunks = this.#series.between(account, symbol, fromMs, toMs)
    return decode(() =>
      chunks.flatMap(({ data }) => [...readEntries(data)].filter(({ step: { at } }) => at >= fromMs && at < toMs)),
    )
  }
}

/** Reads a series. If its bytes are not valid, the cache is damaged. */
function decode<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) throw new CorruptDatabaseError(m.ledger_series_not_readable, { cause: error })
    throw error
  }
}
