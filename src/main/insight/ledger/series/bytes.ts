import { placesOf } from '../../lots/units.ts'
import { sumNames, type HoldingPoint, type HoldingStep } from './holding-sums.ts'

/**
 * Most rows of a chunk have amounts, pieces and prices that are multiples of these units (of 10⁻¹⁸), and times that are
 * multiples of this many ms.
 */
export interface Scale {
  readonly money: bigint
  readonly pieces: bigint
  readonly price: bigint
  readonly time: number
}

/** The scale in which every row can be written. */
export const fineScale: Scale = { money: 1n, pieces: 1n, price: 1n, time: 1 }

const unitOf = (places: number): bigint => 10n ** BigInt(18 - places)
const maxPlaces = (values: readonly bigint[], minPlaces: number): number =>
  values.reduce((places, value) => (value % unitOf(places) === 0n ? places : placesOf(value)), minPlaces)

/** Chooses the scale of a chunk from the state before it and its first row, because rows of one holding are similar. */
export function scaleFor(point: HoldingPoint, step: HoldingStep): Scale {
  const { trade, realized, accrued, income } = step.sums
  return {
    money: unitOf(maxPlaces([trade ?? 0n, realized ?? 0n, accrued ?? 0n, income ?? 0n], 2)),
    pieces: unitOf(maxPlaces([point.quantity, step.pieces], 0)),
    price: unitOf(maxPlaces([step.traded?.price ?? 0n], 4)),
    time: step.at % 1000 === 0 ? 1000 : 1,
  }
}

/** Whether a row can be written in this scale. `after` is the time of the row before it (UTC ms). */
export function fits(scale: Scale, step: HoldingStep, after: number): boolean {
  const { money, pieces, price, time } = scale
  if ((step.at - after) % time !== 0) return false
  if (!isWhole(step.pieces, pieces) || !isWhole(step.unknownOpen, pieces) || !isWhole(step.unknownClosed, pieces))
    return false
  if (!isWhole(step.cost, money) || !isWhole(step.traded?.price ?? 0n, price)) return false
  for (const name of sumNames) {
    const amount = step.sums[name]
    if (amount !== undefined && !isWhole(amount, money)) return false
  }
  return true
}

/** Most fields of a row are 0; the first check avoids a slow division. */
const isWhole = (value: bigint, unit: bigint): boolean => value === 0n || value % unit === 0n

/** The initial size in bytes; most chunks are shorter. */
const usualLength = 1024
const encoder = new TextEncoder()

/**
 * Writes numbers of any size as bytes with seven bits each, lowest first. The lowest bit of a signed number is its
 * sign.
 */
export class ByteWriter {
  #bytes = new Uint8Array(usualLength)
  #length = 0

  /** Continues after existing bytes. */
  constructor(existing: Uint8Array = new Uint8Array(0)) {
    this.#reserve(existing.length)
    this.#bytes.set(existing)
    this.#length = existing.length
  }

  /** A safe integer, 0 or greater. */
  natural(value: number): void {
    this.#reserve(10)
    let rest = value
    for (; rest > 127; rest = Math.floor(rest / 128)) this.#bytes[this.#length++] = (rest % 128) + 128
    this.#bytes[this.#length++] = rest
  }

  signed(value: bigint): void {
    if (value === 0n) return this.natural(0)
    if (value > -floatLimit && value < floatLimit) {
      const float = Number(value)
      return this.natural(float < 0 ? -2 * float - 1 : 2 * float)
    }
    let rest = value < 0n ? -2n * value - 1n : 2n * value
    for (; rest > 127n; rest >>= 7n) {
      this.#reserve(2)
      this.#bytes[this.#length++] = Number(rest & 127n) + 128
    }
    this.#bytes[this.#length++] = Number(rest)
  }

  text(value: string): void {
    const bytes = encoder.encode(value)
    this.natural(bytes.length)
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  get length(): number {
    return this.#length
  }

  /** A copy of the written bytes. */
  take(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }

  #reserve(count: number): void {
    const needed = this.#length + count
    if (needed <= this.#bytes.length) return
    const longer = new Uint8Array(Math.max(needed, this.#bytes.length * 2))
    longer.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = longer
  }
}

/** A signed number below this is written and read as a float, which is faster. */
const floatLimit = 2n ** 48n
/** Numbers of fewer bytes than this (of seven bits) are safe integers. */
const floatBytes = 7

/** Reads the bytes of a `ByteWriter`. Throws `RangeError` if the bytes end too early. */
export class ByteReader {
  readonly #bytes: Uint8Array
  #position = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get position(): number {
    return this.#position
  }
  get isAtEnd(): boolean {
    return this.#position >= this.#bytes.length
  }

  natural(): number {
    let [value, factor] = [0, 1]
    for (;;) {
      const byte = this.#next()
      if (byte < 128) return value + byte * factor
      value += (byte - 128) * factor
      factor *= 128
    }
  }

  signed(): bigint {
    let end = this.#position
    while ((this.#bytes[end] ?? 0) > 127) end++
    if (end - this.#position < floatBytes) {
      const float = this.natural()
      return BigInt(float % 2 === 1 ? -(float + 1) / 2 : float / 2)
    }
    let [value, shift] = [0n, 0n]
    for (;;) {
      const byte = this.#next()
      value += BigInt(byte & 127) << shift
      shift += 7n
      if (byte < 128) return (value & 1n) === 1n ? -((value + 1n) >> 1n) : value >> 1n
    }
  }

  text(): string {
    const length = this.natural()
    const bytes = this.#bytes.subarray(this.#position, this.#position + length)
    this.#position += length
    return new TextDecoder().decode(bytes)
  }

  #next(): number {
    const byte = this.#bytes[this.#position++]
    if (byte === undefined) throw new RangeError('a series that ends too early')
    return byte
  }
}
