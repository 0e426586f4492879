import type { ByteReader, ByteWriter } from './bytes.ts'
import { noSums, sumNames, type HoldingPoint, type HoldingSums, type LastTrade } from './state.ts'

/** Writes a holding. */
export function writePoint(writer: ByteWriter, point: HoldingPoint): void {
  for (const value of [point.quantity, point.cost, point.unknownOpen, point.unknownClosed]) writeUnits(writer, value)
  writer.text(point.currency ?? '')
  writer.natural(point.sums.length)
  for (const sums of point.sums) writeSums(writer, sums)
  writeTime(writer, point.splitAt)
  writeTime(writer, point.repaidAt)
  writer.natural(point.lastTrade === null ? 0 : 1)
  if (point.lastTrade !== null) writeTrade(writer, point.lastTrade)
}

/** Reads a holding. Throws RangeError where the bytes end too early. */
export function readPoint(reader: ByteReader): HoldingPoint {
  const [quantity, cost, unknownOpen, unknownClosed] = [
    readUnits(reader),
    readUnits(reader),
    readUnits(reader),
    readUnits(reader),
  ]
  const currency = reader.text() || null
  const count = reader.natural()
  const sums: HoldingSums[] = []
  while (sums.length < count) sums.push(readSums(reader))
  const [splitAt, repaidAt] = [readTime(reader), readTime(reader)]
  const lastTrade = reader.natural() === 0 ? null : readTrade(reader)
  return { quantity, cost, currency, unknownOpen, unknownClosed, sums, lastTrade, splitAt, repaidAt }
}

function writeSums(writer: ByteWriter, sums: HoldingSums): void {
  writer.text(sums.currency)
  for (const name of sumNames) writeUnits(writer, sums[name])
}

function readSums(reader: ByteReader): HoldingSums {
  const sums = { currency: reader.text(), ...noSums }
  for (const name of sumNames) sums[name] = readUnits(reader)
  return sums
}

function writeTrade(writer: ByteWriter, { at, price, pieces, cost, currency, split }: LastTrade): void {
  writer.signed(BigInt(at))
  writer.natural((price === null ? 0 : 1) + (cost === null ? 0 : 2) + (split === null ? 0 : 4))
  if (price !== null) writeUnits(writer, price)
  writeUnits(writer, pieces)
  if (cost !== null) writeUnits(writer, cost)
  writer.text(currency ?? '')
  if (split === null) return
  writer.signed(split.before)
  writer.signed(split.after)
}

function readTrade(reader: ByteReader): LastTrade {
  const at = Number(reader.signed())
  const known = reader.natural()
  const price = known & 1 ? readUnits(reader) : null
  const pieces = readUnits(reader)
  const cost = known & 2 ? readUnits(reader) : null
  const currency = reader.text() || null
  const split = known & 4 ? { before: reader.signed(), after: reader.signed() } : null
  return { at, price, pieces, cost, currency, split }
}

/** Behind the number of zeros at its end: most amounts are short. */
function writeUnits(writer: ByteWriter, units: bigint): void {
  const zeros = shortForms.find((candidate) => units % powerOf(candidate) === 0n) ?? 0
  writer.natural(zeros)
  writer.signed(units / powerOf(zeros))
}

function readUnits(reader: ByteReader): bigint {
  const zeros = reader.natural()
  return reader.signed() * powerOf(zeros)
}

/** Whole numbers, cents, and others. */
const shortForms = [18, 16, 10] as const
const powers = Array.from({ length: 19 }, (_, zeros) => 10n ** BigInt(zeros))
const powerOf = (zeros: number): bigint => powers[zeros] ?? 1n

function writeTime(writer: ByteWriter, at: number | null): void {
  writer.natural(at === null ? 0 : 1)
  if (at !== null) writer.signed(BigInt(at))
}

const readTime = (reader: ByteReader): number | null => (reader.natural() === 0 ? null : Number(reader.signed()))
