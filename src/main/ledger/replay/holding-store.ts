import { createLedgerChanges, type LedgerChange } from '../../cache/ledger/changes.ts'
import { LedgerHoldings, type Checkpoint, type StoredHolding } from '../../cache/ledger/ledger-holdings.ts'
import { LedgerSeries, type SeriesChunk } from '../../cache/ledger/ledger-series.ts'
import type { Db } from '../../sqlite/db.ts'
import { transact } from '../../sqlite/transact.ts'

/** The result of the replay of a holding. */
export interface Replayed {
  readonly holding: Omit<StoredHolding, 'key'>
  readonly checkpoints: readonly Checkpoint[]
  /** The series, starting with the chunk in which the replay began. */
  readonly chunks: readonly SeriesChunk[]
  /** UTC ms. Checkpoints up to this time stay, and chunks that begin before it. */
  readonly fromMs: number
}

/** Writes the results of replays, each in one short transaction. The main thread has priority when it writes too. */
export class HoldingStore {
  readonly #db: Db
  readonly #holdings
  readonly #series
  readonly #changes

  constructor(db: Db) {
    this.#db = db
    this.#holdings = new LedgerHoldings(db)
    this.#series = new LedgerSeries(db)
    this.#changes = createLedgerChanges(db)
  }

  /** Stores holdings and deletes the recorded changes that they contain, in one transaction. */
  store(replayed: readonly Replayed[], changes: readonly LedgerChange[]): void {
    if (replayed.length === 0 && changes.length === 0) return
    transact(this.#db, () => {
      for (const { holding, checkpoints, chunks, fromMs } of replayed) {
        if (holding.rowCount === 0 && holding.quantity === '0') {
          this.#holdings.remove(holding.account, holding.symbol)
          continue
        }
        const key = this.#holdings.put(holding, checkpoints, fromMs)
        this.#series.put(key, chunks, fromMs)
      }
      this.#changes.settle(changes)
    })
  }

  /** Deletes all holdings before a full replay. No stored holding is valid until `end`. */
  begin(rules: string): void {
    transact(this.#db, () => this.#holdings.begin(rules))
  }

  end(rules: string, changes: readonly LedgerChange[]): void {
    transact(this.#db, () => {
      this.#holdings.end(rules)
      this.#changes.settle(changes)
    })
  }
}
