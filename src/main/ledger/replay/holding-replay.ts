import type { LotMethod } from '#shared/model/ledger/ledger.ts'
import type { Checkpoint } from '../../cache/ledger/ledger-holdings.ts'
import type { SeriesChunk } from '../../cache/ledger/ledger-series.ts'
import { emptyHolding } from '../../insight/ledger/holding-state.ts'
import { readHolding, writeHolding } from '../../insight/ledger/holding-text.ts'
import { Holding } from '../../insight/ledger/holding.ts'
import { compareRows, type LedgerRow } from '../../insight/ledger/row.ts'
import { ChunkWriter, readChunk, writeOpening } from '../../insight/ledger/series/chunk.ts'
import { emptyPoint, type HoldingPoint, type HoldingStep } from '../../insight/ledger/series/holding-sums.ts'
import { applyRow, RunningPoint } from '../../insight/ledger/series/running-point.ts'
import { givingRows } from '../../insight/ledger/spin-offs.ts'
import { formatUnits } from '../../insight/lots/units.ts'
import type { Replayed } from './holding-store.ts'
import type { HoldingBasis } from './replay-inputs.ts'

/** A time before every row. */
export const beforeAll = Number.MIN_SAFE_INTEGER

/** Rows of a chunk. One chunk is read to find a point in time: small chunks are read fast, large chunks save space. */
const rowsInChunk = 64

/** Writes the series of one holding during its replay. */
class SeriesRecorder {
  readonly #done: SeriesChunk[] = []
  #running: RunningPoint
  #writer: ChunkWriter | null = null
  #fromMs = beforeAll
  #number = 0

  /** Continues after the last chunk with the rows from `startsAt` (UTC ms) on; `null`: after the opening balance. */
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

  /** The chunks to store; they replace the stored ones from `startsAt` on. */
  get chunks(): readonly SeriesChunk[] {
    const data = this.#writer?.take() ?? writeOpening(this.#running.point)
    return [...this.#done, { fromMs: this.#fromMs, number: this.#number, data }]
  }
}

/** Rows between two checkpoints. They are replayed in a few milliseconds. */
const rowsBetween = 1024

const openingPoint = ({ quantity, piecesWithoutCost }: Holding): HoldingPoint => ({
  ...emptyPoint,
  quantity,
  unknownOpen: piecesWithoutCost,
})

/** The replay of one holding from a checkpoint (null: from its opening balance), with its series. */
export class HoldingReplay {
  readonly #holding: Holding
  readonly #checkpoints: Checkpoint[] = []
  #rowCount: number
  #rowsSince = 0
  #lastAt: number | null = null
  readonly #startsAt: number
  readonly #series: SeriesRecorder
  /** The rows that give cost of this holding away and come next. */
  readonly #giving: LedgerRow[]

  /**
   * A checkpoint that cannot be read is ignored: then all rows must be added. `lastBefore` finds the last stored chunk of the
   * series that begins before a time (UTC ms).
   */
  constructor(
    method: LotMethod,
    { facts, opening, arrivals }: HoldingBasis,
    from: Checkpoint | null,
    lastBefore: (beforeMs: number) => SeriesChunk | null = () => null,
  ) {
    const state = from === null ? null : readHolding(from.state)
    this.#holding = new Holding(method, facts, state ?? emptyHolding, arrivals)
    if (state === null && opening !== 0n) this.#holding.open(opening)
    this.#rowCount = state === null || from === null ? 0 : from.rowCount
    this.#startsAt = state === null || from === null ? beforeAll : from.beforeMs
    this.#giving = givingRows(arrivals).filter(({ at }) => at >= this.#startsAt)
    const last = state === null ? null : lastBefore(this.#startsAt)
    this.#series = new SeriesRecorder(last, this.#startsAt, openingPoint(this.#holding))
  }

  /** UTC ms. Rows before it are already included. */
  get startsAt(): number {
    return this.#startsAt
  }

  /** The next row in the order of the replay. */
  add(row: LedgerRow): void {
    if (this.#giving.length > 0) this.#give((giving) => compareRows(giving, row) < 0)
    this.#add(row)
    this.#rowCount++
  }

  /** Call it once, after the last row. */
  finish(): Checkpoint & Pick<Replayed, 'checkpoints' | 'chunks'> & { readonly quantity: string } {
    this.#give(() => true)
    return {
      ...this.#checkpoint(),
      quantity: formatUnits(this.#holding.quantity),
      checkpoints: this.#checkpoints,
      chunks: this.#series.chunks,
    }
  }

  #give(isDue: (giving: LedgerRow) => boolean): void {
    for (let [next] = this.#giving; next !== undefined && isDue(next); [next] = this.#giving) {
      this.#giving.shift()
      this.#add(next)
    }
  }

  #add(row: LedgerRow): void {
    if (this.#rowsSince >= rowsBetween && this.#lastAt !== null && row.at > this.#lastAt) {
      this.#checkpoints.push(this.#checkpoint())
      this.#rowsSince = 0
    }
    this.#series.add(applyRow(this.#holding, row))
    this.#lastAt = row.at
    this.#rowsSince++
  }

  #checkpoint(): Checkpoint {
    return {
      beforeMs: this.#lastAt === null ? this.#startsAt : this.#lastAt + 1,
      rowCount: this.#rowCount,
      state: writeHolding(this.#holding.state),
    }
  }
}
