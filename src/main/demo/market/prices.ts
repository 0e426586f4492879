import type { Decimal } from '../../shared/decimal.ts'
import { valueOption, type OptionValue } from './black-scholes.ts'
import type { Curve } from './curve.ts'
import { dayMs } from './day.ts'
import type { Instrument } from './instruments.ts'
import { exact } from './wire.ts'

const yearMs = 365 * dayMs
/** What money costs a year, for futures and options. */
const interestRate = 0.12

/** The price at an instant as if markets never closed, before rounding to the step. */
export function rawPriceAt(curve: Curve, instrument: Instrument, at: number): number {
  if (instrument.option !== undefined) return optionValueAt(curve, instrument, at)?.price ?? 0
  if (instrument.future === undefined) return curve.priceAt(instrument, at)
  const { underlying, factor } = instrument.future
  const years = Math.max(0, (instrument.endsAt ?? at) - at) / yearMs
  return rawPriceAt(curve, underlying, at) * factor * (1 + interestRate * years)
}

/** The volatility that an option's price implies: a smile around the underlying's own. */
export function impliedVolatility(curve: Curve, instrument: Instrument, at: number): number {
  if (instrument.option === undefined) return instrument.volatility
  const { underlying, strike } = instrument.option
  const distance = Math.log(strike / rawPriceAt(curve, underlying, at))
  return underlying.volatility * (1.08 + 0.9 * distance * distance - 0.15 * distance)
}

/** Theoretical price and greeks; null for what is no option. */
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

/** A price on the instrument's grid, as exact text: at least one step. */
export function onGrid({ minStep, decimals }: Instrument, price: number): Decimal {
  const steps = Math.max(1, Math.round((price * 10 ** decimals) / minStep))
  const units = String(steps * minStep).padStart(decimals + 1, '0')
  return exact(decimals === 0 ? units : `${units.slice(0, -decimals)}.${units.slice(-decimals)}`)
}
