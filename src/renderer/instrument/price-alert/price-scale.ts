import { decimalOf, divide, multiply, toNumber, type Decimal } from '#shared/decimal.ts'
import type { PixelScale } from '../../chart/pixel-scale.ts'
import { readNumber } from '../../lib/read-number.ts'
import { priceStep } from '../reference/detail-facts.ts'

/** The position of a price in px from the top of the chart; `null` outside the chart. */
export function pixelOf(price: number, { top, bottom, min, max }: PixelScale): number | null {
  if (max <= min || price < min || price > max) return null
  return top + ((max - price) / (max - min)) * (bottom - top)
}

/** The price at a position of the chart. A position outside is moved to the nearest edge. */
export function priceAt(pixel: number, { top, bottom, min, max }: PixelScale): number {
  const share = (Math.min(bottom, Math.max(top, pixel)) - top) / (bottom - top)
  return max - share * (max - min)
}

/** The price step. If it is not stated: one unit of the last decimal, or 0.01 if the decimals are unknown. */
export function stepOf(decimals: number | null, minStep: Decimal | null): Decimal {
  const stated = priceStep(minStep, decimals)
  if (stated !== null && toNumber(stated) > 0) return stated
  return divide(decimalOf(1), decimalOf(10n ** BigInt(decimals ?? 2)), 24) ?? decimalOf(1)
}

/** Rounds a price to the nearest multiple of the step, at least one step. */
export const toStep = (price: number, step: Decimal): Decimal =>
  multiply(decimalOf(Math.max(1, Math.round(price / toNumber(step)))), step)

/** Parses a typed price with a decimal point or comma; `null` unless it is above zero. */
export function readPrice(text: string): Decimal | null {
  const price = readNumber(text)
  return price === null || toNumber(price) <= 0 ? null : price
}
