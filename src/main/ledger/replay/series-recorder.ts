import type { SeriesChunk } from '../../cache/ledger/series.ts'
import { ChunkWriter, readChunk, writeOpening } from '../../insight/ledger/series/chunk.ts'
import { RunningPoint } from '../../insight/ledger/series/running-point.ts'
import type { HoldingPoint, HoldingStep } from '../../insight/ledger/series/state.ts'

/** Rows of a chunk: a point in time is found by reading one chunk, so few are quick, and many save space. */
const rowsInChunk = 64

/** Before every row. */
const beforeAll = Number.MIN_SAFE_INTEGER

/** Writes the series of one holding during its replay. */
export class SeriesRecorder {
  readonly #done: SeriesChunk[] = []
  #running: RunningPoint
  #writer: ChunkWriter | null = null
  #fromMs = beforeAll
  #number = 0

  /** Goes on with the rows from `startsAt` (UTC ms) on behind the last chunk before it; `null`: behind the opening balance. */
  constructor(last: SeriesChunk | null, startsAt: number, opening: HoldingPoint) {
    this.#running = new RunningPoint(opening)
    if (last === null) return
    this.#fromMs = last.fromMs
    this.#number = last.number
    const reopened = ChunkWriter.reopen(last.data, startsAt)
    this.#running = new RunningPoint(reopened?.point ?? readChunk(last.data, startsAt))
    this.#writer = reopened?.writer ?? null
  }

  add(step: HoldingStep): void {
    if (this.#writer !== null && this.#writer.count >= rowsInChunk) {
      this.#done.push({ fromMs: this.#fromMs, number: this.#number, data: this.#writer.take() })
      this.#writer = null
      this.#fromMs = step.at
      this.#number++
    }
    this.#writer ??= ChunkWriter.begin(this.#running.point, step)
    this.#writer.add(step)
    this.#running.add(step)
  }

  /** The chunks to store; older ones from `startsAt` on are void. */
  get chunks(): readonly SeriesChunk[] {
    const data = this.#writer?.take() ?? writeOpening(this.#running.point)
    return [...this.#done, { fromMs: this.#fromMs, number: this.#number, data }]
  }
}
