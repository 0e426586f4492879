import { unitPlaces } from '../../lots/units.ts'
import type { ByteReader, ByteWriter } from './bytes.ts'
import { fineScale, fits, type Scale } from './scale.ts'
import { sumNames, type HoldingStep, type HoldingSum } from './state.ts'

/** What a row is written after: its time, and the currencies of the row before it. */
export interface StepContext {
  readonly at: number
  readonly currency: string | null
  readonly lotCurrency: string | null
}

/** One bit for each field of a row; the frequent ones need one byte. */
const bits = {
  ...{ pieces: 1, trade: 2, traded: 4, pricedByCost: 8, realized: 16, income: 32, taxes: 64 },
  ...{ fees: 128, cost: 256, price: 512, noCost: 1024, isFine: 2048, currency: 4096, lotCurrency: 8192 },
  ...{ flow: 16_384, unknown: 32_768, unknownOpen: 65_536, unknownClosed: 131_072, split: 262_144, repayment: 524_288 },
  ...{ accrued: 1_048_576, margin: 2_097_152 },
} as const

const one = 10n ** BigInt(unitPlaces)

/** The cost that follows from what was paid and what was realized; another one is written. */
const usualCost = ({ sums }: Pick<HoldingStep, 'sums'>): bigint => (sums.realized ?? 0n) - (sums.trade ?? 0n)

/** Writes a row behind the one before it. */
export function writeStep(writer: ByteWriter, step: HoldingStep, before: StepContext, usual: Scale): void {
  const isFine = !fits(usual, step, before.at)
  const scale = isFine ? fineScale : usual
  const mask = maskOf(step, before) | (isFine ? bits.isFine : 0)
  writer.natural(mask)
  writer.natural((step.at - before.at) / scale.time)
  if (mask & bits.currency) writer.text(step.currency ?? '')
  if (mask & bits.lotCurrency) writer.text(step.lotCurrency ?? '')
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

/** Reads the next row. Throws RangeError where the bytes end too early. */
export function readStep(reader: ByteReader, before: StepContext, usual: Scale): HoldingStep {
  const mask = reader.natural()
  const scale = mask & bits.isFine ? fineScale : usual
  const at = before.at + reader.natural() * scale.time
  const currency = mask & bits.currency ? reader.text() || null : before.currency
  const lotCurrency = mask & bits.lotCurrency ? reader.text() || null : before.lotCurrency
  const pieces = mask & bits.pieces ? reader.signed() * scale.pieces : 0n
  const sums: Partial<Record<HoldingSum, bigint>> = {}
  for (const name of sumNames) if (mask & bits[name]) sums[name] = reader.signed() * scale.money
  const cost = mask & bits.cost ? reader.signed() * scale.money : usualCost({ sums })
  const unknownOpen = mask & bits.unknownOpen ? reader.signed() * scale.pieces : 0n
  const unknownClosed = mask & bits.unknownClosed ? reader.signed() * scale.pieces : 0n
  const stated = mask & bits.price ? reader.signed() * scale.price : null
  const event = mask & bits.split ? 'split' : mask & bits.repayment ? 'repayment' : null
  return {
    ...{ at, pieces, currency, sums, cost, lotCurrency, unknownOpen, unknownClosed, event },
    traded: mask & bits.traded ? readTraded(mask, pieces, -(sums.trade ?? 0n), stated) : null,
  }
}

function readTraded(mask: number, pieces: bigint, paid: bigint, stated: bigint | null): HoldingStep['traded'] {
  const cost = mask & bits.noCost ? null : paid
  return { cost, price: mask & bits.pricedByCost && pieces !== 0n ? (paid * one) / pieces : stated }
}
