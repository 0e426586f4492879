import type { SeriesChunk } from '../../cache/ledger/series.ts'
import { ChunkWriter, readChunk, writeOpening } from '../../insight/ledger/series/chunk.ts'
import { afterStep, type HoldingPoint, type HoldingStep } from '../../insight/ledger/series/state.ts'

/** Rows of a chunk: a point in time is found by reading one chunk, so few are quick, and many save space. */
const rowsInChunk = 64

/** Before every row. */
const beforeAll = Number.MIN_SAFE_INTEGER

/** Writes the series of one holding during its replay. */
export class SeriesRecorder {
  readonly #done: SeriesChunk[] = []
  #point: HoldingPoint
  #writer: ChunkWriter | null = null
  #fromMs = beforeAll
  #number = 0

  /** Goes on with the rows from `startsAt` (UTC ms) on behind the last chunk before it; `null`: behind the opening balance. */
  constructor(last: SeriesChunk | null, startsAt: number, opening: HoldingPoint) {
    this.#point = opening
    if (last === null) return
    this.#fromMs = last.fromMs
    this.#number = last.number
    const reopened = ChunkWriter.reopen(last.data, startsAt)
    this.#point = reopened?.point ?? readChunk(last.data, startsAt)
    this.#writer = reopened?.writer ?? null
  }

  add(step: HoldingStep): void {
    if (this.#writer !== null && this.#writer.count >= rowsInChunk) {
      this.#done.push({ fromMs: this.#fromMs, number: this.#number, data: this.#writer.take() })
      this.#writer = null
      this.#fromMs = step.at
      this.#number++
    }
    this.#writer ??= ChunkWriter.begin(this.#point, step)
    this.#writer.add(step)
    this.#point = afterStep(this.#point, step)
  }

  /** The chunks to store; older ones from `startsAt` on are void. */
  get chunks(): readonly SeriesChunk[] {
    const data = this.#writer?.take() ?? writeOpening(this.#point)
    return [...this.#done, { fromMs: this.#fromMs, number: this.#number, data }]
  }
}
