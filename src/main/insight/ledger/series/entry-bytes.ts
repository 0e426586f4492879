import { unitPlaces } from '../../lots/units.ts'
import { type ByteReader, type ByteWriter, fineScale, fits, type Scale } from './bytes.ts'
import {
  noSums,
  sumNames,
  type HoldingPoint,
  type HoldingSums,
  type LastTrade,
  type HoldingStep,
  type HoldingSum,
} from './holding-sums.ts'

/** Writes a holding in the form that `readPoint` reads. */
export function writePoint(writer: ByteWriter, point: HoldingPoint): void {
  for (const value of [point.quantity, point.cost, point.unknownOpen, point.unknownClosed]) writeUnits(writer, value)
  writeCurrency(writer, point.currency)
  writer.natural(point.sums.length)
  for (const sums of point.sums) writeSums(writer, sums)
  writeTime(writer, point.splitAt)
  writeTime(writer, point.repaidAt)
  writer.natural(point.lastTrade === null ? 0 : 1)
  if (point.lastTrade !== null) writeTrade(writer, point.lastTrade)
}

/** Reads a holding. Throws `RangeError` if the bytes end too early. */
export function readPoint(reader: ByteReader): HoldingPoint {
  const [quantity, cost, unknownOpen, unknownClosed] = [
    readUnits(reader),
    readUnits(reader),
    readUnits(reader),
    readUnits(reader),
  ]
  const currency = readCurrency(reader)
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
  writeCurrency(writer, currency)
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
  const currency = readCurrency(reader)
  const split = known & 4 ? { before: reader.signed(), after: reader.signed() } : null
  return { at, price, pieces, cost, currency, split }
}

/** Writes the number of trailing zeros, then the rest, because most amounts have few digits. */
function writeUnits(writer: ByteWriter, units: bigint): void {
  const zeros = shortForms.find((candidate) => units % powerOf(candidate) === 0n) ?? 0
  writer.natural(zeros)
  writer.signed(units / powerOf(zeros))
}

function readUnits(reader: ByteReader): bigint {
  const zeros = reader.natural()
  return reader.signed() * powerOf(zeros)
}

/** The numbers of trailing zeros that are used: for whole numbers, cents, and other amounts. */
const shortForms = [18, 16, 10] as const
const powers = Array.from({ length: 19 }, (_, zeros) => 10n ** BigInt(zeros))
const powerOf = (zeros: number): bigint => powers[zeros] ?? 1n

/** Stands for a currency that is not known (`''`): no code has it. Without money, the text is empty. */
const unknownCurrency = '?'

export function writeCurrency(writer: ByteWriter, currency: string | null): void {
  writer.text(currency === null ? '' : currency === '' ? unknownCurrency : currency)
}

export function readCurrency(reader: ByteReader): string | null {
  const text = reader.text()
  return text === '' ? null : text === unknownCurrency ? '' : text
}

function writeTime(writer: ByteWriter, at: number | null): void {
  writer.natural(at === null ? 0 : 1)
  if (at !== null) writer.signed(BigInt(at))
}

const readTime = (reader: ByteReader): number | null => (reader.natural() === 0 ? null : Number(reader.signed()))

/** The time and the currencies of the row before, relative to which a row is written. */
export interface StepContext {
  readonly at: number
  readonly currency: string | null
  readonly lotCurrency: string | null
}

/** One bit for each field of a row. The frequent fields are first, so that the bits need one byte. */
const bits = {
  pieces: 1,
  trade: 2,
  traded: 4,
  pricedByCost: 8,
  realized: 16,
  income: 32,
  taxes: 64,
  fees: 128,
  cost: 256,
  price: 512,
  noCost: 1024,
  isFine: 2048,
  currency: 4096,
  lotCurrency: 8192,
  flow: 16_384,
  unknown: 32_768,
  unknownOpen: 65_536,
  unknownClosed: 131_072,
  split: 262_144,
  repayment: 524_288,
  accrued: 1_048_576,
  margin: 2_097_152,
  exchange: 4_194_304,
} as const

const one = 10n ** BigInt(unitPlaces)

/** The cost calculated from the paid and the realized money; only a different cost is written. */
const usualCost = ({ sums }: Pick<HoldingStep, 'sums'>): bigint => (sums.realized ?? 0n) - (sums.trade ?? 0n)

/**
 * Writes a row relative to the one before it. `usual` is the scale of the chunk; a row that does not fit is written in
 * `fineScale`.
 */
export function writeStep(writer: ByteWriter, step: HoldingStep, before: StepContext, usual: Scale): void {
  const isFine = !fits(usual, step, before.at)
  const scale = isFine ? fineScale : usual
  const mask = maskOf(step, before) | (isFine ? bits.isFine : 0)
  writer.natural(mask)
  writer.natural((step.at - before.at) / scale.time)
  if (mask & bits.currency) writeCurrency(writer, step.currency)
  if (mask & bits.lotCurrency) writeCurrency(writer, step.lotCurrency)
  if (mask & bits.pieces) writer.signed(step.pieces / scale.pieces)
  for (const name of sumNames) if (mask & bits[name]) writer.signed((step.sums[name] ?? 0n) / scale.money)
  if (mask & bits.cost) writer.signed(step.cost / scale.money)
  if (mask & bits.unknownOpen) writer.signed(step.unknownOpen / scale.pieces)
  if (mask & bits.unknownClosed) writer.signed(step.unknownClosed / scale.pieces)
  if (mask & bits.price) writer.signed((step.traded?.price ?? 0n) / scale.price)
}

function maskOf(step: HoldingStep, before: StepContext): number {
  const { traded } = step
  let mask = 0
  if (step.pieces !== 0n) mask |= bits.pieces
  for (const name of sumNames) if ((step.sums[name] ?? 0n) !== 0n) mask |= bits[name]
  if (step.cost !== usualCost(step)) mask |= bits.cost
  if (step.unknownOpen !== 0n) mask |= bits.unknownOpen
  if (step.unknownClosed !== 0n) mask |= bits.unknownClosed
  if (step.currency !== before.currency) mask |= bits.currency
  if (step.lotCurrency !== before.lotCurrency) mask |= bits.lotCurrency
  if (step.event !== null) mask |= bits[step.event]
  if (traded === null) return mask
  mask |= bits.traded
  if (traded.cost === null) mask |= bits.noCost
  if (traded.price === null) return mask
  const isByCost = traded.cost !== null && step.pieces !== 0n && traded.price * step.pieces === traded.cost * one
  return mask | (isByCost ? bits.pricedByCost : bits.price)
}

/** Reads the next row. Throws `RangeError` if the bytes end too early. */
export function readStep(reader: ByteReader, before: StepContext, usual: Scale): HoldingStep {
  const mask = reader.natural()
  const scale = mask & bits.isFine ? fineScale : usual
  const at = before.at + reader.natural() * scale.time
  const currency = mask & bits.currency ? readCurrency(reader) : before.currency
  const lotCurrency = mask & bits.lotCurrency ? readCurrency(reader) : before.lotCurrency
  const pieces = mask & bits.pieces ? reader.signed() * scale.pieces : 0n
  const sums: Partial<Record<HoldingSum, bigint>> = {}
  for (const name of sumNames) if (mask & bits[name]) sums[name] = reader.signed() * scale.money
  const cost = mask & bits.cost ? reader.signed() * scale.money : usualCost({ sums })
  const unknownOpen = mask & bits.unknownOpen ? reader.signed() * scale.pieces : 0n
  const unknownClosed = mask & bits.unknownClosed ? reader.signed() * scale.pieces : 0n
  const stated = mask & bits.price ? reader.signed() * scale.price : null
  const event = mask & bits.split ? 'split' : mask & bits.repayment ? 'repayment' : null
  return {
    at,
    pieces,
    currency,
    sums,
    cost,
    lotCurrency,
    unknownOpen,
    unknownClosed,
    event,
    traded: mask & bits.traded ? readTraded(mask, pieces, -(sums.trade ?? 0n), stated) : null,
  }
}

function readTraded(mask: number, pieces: bigint, paid: bigint, stated: bigint | null): HoldingStep['traded'] {
  const cost = mask & bits.noCost ? null : paid
  return { cost, price: mask & bits.pricedByCost && pieces !== 0n ? (paid * one) / pieces : stated }
}
