import { ByteReader, ByteWriter, scaleFor, type Scale } from './bytes.ts'
import {
  readCurrency,
  readPoint,
  readStep,
  writeCurrency,
  writePoint,
  writeStep,
  type StepContext,
} from './entry-bytes.ts'
import type { HoldingPoint, HoldingStep } from './holding-sums.ts'
import { RunningPoint } from './running-point.ts'

/** A row, and the holding after it. */
export interface SeriesEntry {
  readonly step: HoldingStep
  readonly point: HoldingPoint
}

/** The state before the first row of a chunk, which is written at its beginning. */
interface ChunkStart {
  readonly point: HoldingPoint
  readonly context: StepContext
  readonly scale: Scale
}

/** Writes a chunk: the state before its first row, then some rows of a holding in the order of the replay. */
export class ChunkWriter {
  readonly #writer: ByteWriter
  readonly #scale: Scale
  #context: StepContext
  #count: number

  private constructor(writer: ByteWriter, scale: Scale, context: StepContext, count: number) {
    this.#writer = writer
    this.#scale = scale
    this.#context = context
    this.#count = count
  }

  /** Begins a chunk whose first row is `step`. The caller then adds the row. */
  static begin(point: HoldingPoint, step: HoldingStep): ChunkWriter {
    const scale = scaleFor(point, step)
    const context = { at: step.at, currency: step.currency, lotCurrency: point.currency }
    const writer = new ByteWriter()
    writeStart(writer, { point, context, scale })
    return new ChunkWriter(writer, scale, context, 0)
  }

  /**
   * Continues a chunk after its rows before a time (UTC ms); returns the writer and the state after these rows. `null`
   * if the chunk has no such rows.
   */
  static reopen(data: Uint8Array, beforeMs: number): { writer: ChunkWriter; point: HoldingPoint } | null {
    const reader = new ByteReader(data)
    const start = readStart(reader)
    const running = new RunningPoint(start.point)
    let { context } = start
    let [count, end] = [0, reader.position]
    while (!reader.isAtEnd) {
      const step = readStep(reader, context, start.scale)
      if (step.at >= beforeMs) break
      running.add(step)
      context = step
      end = reader.position
      count++
    }
    if (count === 0) return null
    return {
      writer: new ChunkWriter(new ByteWriter(data.subarray(0, end)), start.scale, context, count),
      point: running.point,
    }
  }

  /** The number of rows. */
  get count(): number {
    return this.#count
  }

  add(step: HoldingStep): void {
    writeStep(this.#writer, step, this.#context, this.#scale)
    this.#context = step
    this.#count++
  }

  take(): Uint8Array {
    return this.#writer.take()
  }
}

/** Writes a chunk without rows: the holding before the first row. */
export function writeOpening(point: HoldingPoint): Uint8Array {
  const writer = new ByteWriter()
  const context = { at: 0, currency: null, lotCurrency: point.currency }
  writeStart(writer, { point, context, scale: { money: 1n, pieces: 1n, price: 1n, time: 1 } })
  return writer.take()
}

/**
 * Returns the holding after the rows of a chunk before a time (UTC ms). Throws `RangeError` for bytes that are not a
 * chunk.
 */
export function readChunk(data: Uint8Array, beforeMs: number): HoldingPoint {
  const reader = new ByteReader(data)
  const start = readStart(reader)
  const running = new RunningPoint(start.point)
  let { context } = start
  while (!reader.isAtEnd) {
    const step = readStep(reader, context, start.scale)
    if (step.at >= beforeMs) break
    running.add(step)
    context = step
  }
  return running.point
}

/** Reads the rows of a chunk, each with the holding after it. Throws `RangeError` for bytes that are not a chunk. */
export function* readEntries(data: Uint8Array): Generator<SeriesEntry, void, undefined> {
  const reader = new ByteReader(data)
  const start = readStart(reader)
  const running = new RunningPoint(start.point)
  let { context } = start
  while (!reader.isAtEnd) {
    const step = readStep(reader, context, start.scale)
    running.add(step)
    context = step
    yield { step, point: running.point }
  }
}

function writeStart(writer: ByteWriter, { point, context, scale }: ChunkStart): void {
  for (const unit of [scale.money, scale.pieces, scale.price]) writer.natural(String(unit).length - 1)
  writer.natural(scale.time)
  writer.signed(BigInt(context.at))
  writeCurrency(writer, context.currency)
  writePoint(writer, point)
}

function readStart(reader: ByteReader): ChunkStart {
  const [money, pieces, price] = [reader.natural(), reader.natural(), reader.natural()].map((zeros) => powers[zeros])
  if (money === undefined || pieces === undefined || price === undefined) throw new RangeError('no scale of a series')
  const scale = { money, pieces, price, time: reader.natural() }
  const at = Number(reader.signed())
  const currency = readCurrency(reader)
  const point = readPoint(reader)
  return { scale, point, context: { at, currency, lotCurrency: point.currency } }
}

const powers = Array.from({ length: 19 }, (_, zeros) => 10n ** BigInt(zeros))
