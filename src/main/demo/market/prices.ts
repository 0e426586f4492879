import type { Decimal } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import type { Curve } from '../catalog/curve.ts'
import type { Instrument } from '../catalog/instrument.ts'
import { exact } from '../values/wire.ts'
import { valueOption, type OptionValue } from './black-scholes.ts'

const yearMs = 365 * dayMs
/** The annual interest rate for futures and options. */
const interestRate = 0.12

/** The price at an instant as if markets never closed, not rounded to the price step. */
export function rawPriceAt(curve: Curve, instrument: Instrument, at: number): number {
  if (instrument.option !== undefined) return optionValueAt(curve, instrument, at)?.price ?? 0
  if (instrument.future === undefined) return curve.priceAt(instrument, at)
  const { underlying, factor } = instrument.future
  const years = Math.max(0, (instrument.endsAt ?? at) - at) / yearMs
  return rawPriceAt(curve, underlying, at) * factor * (1 + interestRate * years)
}

/** The implied volatility of an option: a smile around the underlying's volatility. */
export function impliedVolatility(curve: Curve, instrument: Instrument, at: number): number {
  if (instrument.option === undefined) return instrument.volatility
  const { underlying, strike } = instrument.option
  const distance = Math.log(strike / rawPriceAt(curve, underlying, at))
  return underlying.volatility * (1.08 + 0.9 * distance * distance - 0.15 * distance)
}

/** Theoretical price and greeks; null unless the instrument is an option. */
export function optionValueAt(curve: Curve, instrument: Instrument, at: number): OptionValue | null {
  if (instrument.option === undefined) return null
  const { kind, strike, underlying } = instrument.option
  const years = Math.max(0, (instrument.endsAt ?? at) - at) / yearMs
  const rate = underlying.type === 'FUTURES' ? 0 : underlying.currency === 'USD' ? 0.04 : interestRate
  const spot = rawPriceAt(curve, underlying, at)
  return valueOption(kind, spot, strike, years, impliedVolatility(curve, instrument, at), rate)
}

/** The price step as exact text. */
export const stepOf = ({ minStep, decimals }: Instrument): Decimal => exact(`${minStep}e-${decimals}`)

/** A price rounded to the price step, as exact text; at least one step. */
export function onGrid({ minStep, decimals }: Instrument, price: number): Decimal {
  const steps = Math.max(1, Math.round((price * 10 ** decimals) / minStep))
  const units = String(steps * minStep).padStart(decimals + 1, '0')
  return exact(decimals === 0 ? units : `${units.slice(0, -decimals)}.${units.slice(-decimals)}`)
}
