import { compareRows } from '../../insight/ledger/row.ts'
import type { PlacedRow } from './row-decoder.ts'

/** A key is the time of a row in ms, multiplied by this number, plus a sequence number. */
const keysPerMs = 1024
/** At both ends of the key range, rows of different times have the same key. They are delivered after all others. */
const firstPlaceMs = -8_790_000_000_000

/**
 * Sorts rows from the order of their keys into the order of the replay. The orders differ for rows with the same time, and
 * after many rows of one time, which have keys up to `overflowMs` later. Push rows by ascending key; `flush` returns the rows
 * that are still waiting.
 */
export class ReplayOrder {
  readonly #overflowMs: number
  readonly #deliver: (row: PlacedRow) => void
  #waiting: PlacedRow[] = []
  #earliest = Infinity

  constructor(overflowMs: number, deliver: (row: PlacedRow) => void) {
    this.#overflowMs = overflowMs
    this.#deliver = deliver
  }

  push(row: PlacedRow): void {
    const reachedMs = Math.floor(row.key / keysPerMs) - this.#overflowMs
    if (this.#earliest < reachedMs && reachedMs > firstPlaceMs) this.#release(reachedMs)
    this.#waiting.push(row)
    this.#earliest = Math.min(this.#earliest, row.row.at)
  }

  flush(): void {
    this.#release(Infinity)
  }

  /** Delivers the rows before this time. */
  #release(beforeMs: number): void {
    if (this.#waiting.length > 1) this.#waiting.sort((a, b) => compareRows(a.row, b.row))
    const rest = this.#waiting.findIndex(({ row }) => row.at >= beforeMs)
    const ready = rest < 0 ? this.#waiting : this.#waiting.slice(0, rest)
    this.#waiting = rest < 0 ? [] : this.#waiting.slice(rest)
    this.#earliest = this.#waiting[0]?.row.at ?? Infinity
    for (const row of ready) this.#deliver(row)
  }
}
