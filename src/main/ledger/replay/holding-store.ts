import { createLedgerChanges, type LedgerChange } from '../../cache/ledger/changes.ts'
import { LedgerHoldings, type Checkpoint, type StoredHolding } from '../../cache/ledger/holdings.ts'
import { LedgerSeries, type SeriesChunk } from '../../cache/ledger/series.ts'
import type { Db } from '../../sqlite/db.ts'
import { transact } from '../../sqlite/transact.ts'
import type { YieldingWriter } from '../../sqlite/write-priority.ts'

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
  readonly #priority: YieldingWriter
  readonly #holdings
  readonly #series
  readonly #changes

  constructor(db: Db, priority: YieldingWriter) {
    this.#db = db
    this.#priority = priority
    this.#holdings = new LedgerHoldings(db)
    this.#series = new LedgerSeries(db)
    this.#changes = createLedgerChanges(db)
  }

  /** Stores holdings and deletes the recorded changes that they contain, in one transaction. */
  store(replayed: readonly Replayed[], changes: readonly LedgerChange[]): void {
    if (replayed.length === 0 && changes.length === 0) return
    this.#write(() => {
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
    this.#write(() => this.#holdings.begin(rules))
  }

  end(rules: string, changes: readonly LedgerChange[]): void {
    this.#write(() => {
      this.#holdings.end(rules)
      this.#changes.settle(changes)
    })
  }

  #write(run: () => void): void {
    this.#priority.wait()
    transact(this.#db, run)
  }
}
