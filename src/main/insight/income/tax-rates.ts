import { magnitude, unitPlaces } from '../lots/units.ts'
import type { Payment } from './payment.ts'

/** Usual rates of withholding tax on dividends and coupons, in percent. */
const usualRates = [5n, 9n, 10n, 13n, 15n, 18n, 20n, 22n, 25n, 26n, 28n, 30n, 35n]
/** The rates to which several taxes of one payment may add up. They are few, because many sums fit one of many rates. */
const ratesOfSums = [9n, 10n, 13n, 15n, 20n, 30n]

const unit = 10n ** BigInt(unitPlaces)
const cent = unit / 100n

/**
 * Whether a tax (positive, in units) is a usual percentage of a payment (positive, in units): within a cent, or within
 * one unit of money if the tax has no cents and is not small.
 */
export const isUsualTax = (tax: bigint, paid: bigint): boolean => rateOf(tax, paid, usualRates) !== null

function rateOf(tax: bigint, paid: bigint, rates: readonly bigint[]): bigint | null {
  if (tax <= 0n || paid <= 0n) return null
  const isWholeUnits = tax % unit === 0n && tax >= 10n * unit
  const tolerance = isWholeUnits ? unit : cent
  // Most taxes are far from every usual rate of a payment: floats rule them out before the exact comparison.
  const percent = (Number(tax) / Number(paid)) * 100
  const slack = (Number(tolerance) / Number(paid)) * 100 + 1e-6
  const isClose = (rate: bigint): boolean => Math.abs(percent - Number(rate)) <= slack
  return rates.find((rate) => isClose(rate) && magnitude(tax * 100n - paid * rate) < tolerance * 100n) ?? null
}

/**
 * The usual rate, in percent, that `count` taxes with this sum (positive, in units) have of payments that are taxed
 * together, or of one of them; `null` if it is not usual.
 */
export function usualRateOf(tax: bigint, count: number, payments: readonly Payment[]): bigint | null {
  const amounts = payments.map(({ money }) => money)
  const rates = count > 1 ? ratesOfSums : usualRates
  for (const paid of [amounts.reduce((sum, money) => sum + money, 0n), ...amounts]) {
    const rate = rateOf(tax, paid, rates)
    if (rate !== null) return rate
  }
  return null
}
