import type { Db } from '../../sqlite/db.ts'
import { CorruptDatabaseError } from '../../sqlite/errors.ts'
import { integer, type Row } from '../../sqlite/row.ts'

/** A part of the series of a holding; see `insight/ledger/series/chunk.ts`. */
export interface SeriesChunk {
  /** UTC ms of its first row. For the first chunk, a time before all rows. */
  readonly fromMs: number
  /** The number of the chunk within its holding, from 0. */
  readonly number: number
  readonly data: Uint8Array
}

/** A chunk with its holding. */
export interface PlacedChunk extends SeriesChunk {
  readonly account: number
  readonly symbol: string
}

/** The stored series of the holdings, in chunks: quantity, cost and payments after each row. */
export class LedgerSeries {
  readonly #select
  readonly #put
  readonly #removeFrom

  constructor(db: Db) {
    this.#select = prepareSelects(db)
    this.#put = db.prepare<[number, number, number, Uint8Array]>(
      'INSERT OR REPLACE INTO ledger_series (holding, from_ms, number, data) VALUES (?, ?, ?, ?)',
    )
    this.#removeFrom = db.prepare<[number, number]>('DELETE FROM ledger_series WHERE holding = ? AND from_ms >= ?')
  }

  /** The last chunk that starts before a time (UTC ms); null if the holding is not stored. */
  before(account: number, symbol: string, beforeMs: number): SeriesChunk | null {
    const row = this.#select.before.get(account, symbol, beforeMs)
    return row === undefined ? null : readChunkRow(row)
  }

  /** For each holding of an account, the last chunk that starts before a time (UTC ms). */
  allBefore(account: number, beforeMs: number): PlacedChunk[] {
    return this.#select.allBefore.all(beforeMs, account).map(([symbol, fromMs, number, data]) => ({
      account,
      symbol,
      fromMs,
      number,
      data,
    }))
  }

  /** The chunks of a holding that may contain rows between two times (UTC ms), in order. */
  between(account: number, symbol: string, fromMs: number, toMs: number): SeriesChunk[] {
    const first = this.before(account, symbol, fromMs)
    const rest = this.#select.between.all(account, symbol, fromMs, toMs).map(readChunkRow)
    return first === null ? rest : [first, ...rest]
  }

  /** Stores new chunks and deletes the old ones from `fromMs` (UTC ms) on. Call inside a transaction. */
  put(holding: number, chunks: readonly SeriesChunk[], fromMs: number): void {
    this.#removeFrom.run(holding, fromMs)
    for (const { fromMs, number, data } of chunks) this.#put.run(holding, fromMs, number, data)
  }
}

const prepareSelects = (db: Db) => ({
  before: db.prepare<[number, string, number], Row>(
    `SELECT s.from_ms, s.number, s.data FROM ledger_holding h CROSS JOIN ledger_series s ON s.holding = h.key
     WHERE h.account = ? AND h.symbol = ? AND s.from_ms < ? ORDER BY s.from_ms DESC, s.number DESC LIMIT 1`,
  ),
  allBefore: db
    .prepare<[number, number], [string, number, number, Uint8Array]>(
      `SELECT h.symbol, s.from_ms, s.number, s.data FROM ledger_holding h CROSS JOIN ledger_series s ON s.holding = h.key
         AND (s.from_ms, s.number) = (SELECT last.from_ms, last.number FROM ledger_series last
           WHERE last.holding = h.key AND last.from_ms < ? ORDER BY last.from_ms DESC, last.number DESC LIMIT 1)
       WHERE h.account = ? ORDER BY h.symbol`,
    )
    .raw(true),
  between: db.prepare<[number, string, number, number], Row>(
    `SELECT s.from_ms, s.number, s.data FROM ledger_holding h CROSS JOIN ledger_series s ON s.holding = h.key
     WHERE h.account = ? AND h.symbol = ? AND s.from_ms >= ? AND s.from_ms < ? ORDER BY s.from_ms, s.number`,
  ),
})

function readChunkRow(row: Row): SeriesChunk {
  const data = row['data']
  if (!(data instanceof Uint8Array)) throw new CorruptDatabaseError({ is: 'stored-value', found: 'series' })
  return { fromMs: integer(row, 'from_ms'), number: integer(row, 'number'), data }
}
