import type { Decimal } from '../../../shared/decimal.ts'
import type { Curve } from '../catalog/price-curve.ts'
import { dayMs } from '../../../shared/durations.ts'
import type { Instrument } from '../catalog/instrument.ts'
import { exact } from '../values/wire.ts'

/** Theoretical price and greeks. Theta is per day, vega and rho per percentage point. */
export interface OptionValue {
  readonly price: number
  readonly delta: number
  readonly gamma: number
  readonly theta: number
  readonly vega: number
  readonly rho: number
}

const density = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)

/** The normal distribution function, after Zelen and Severo (error below 1e-7). */
function distribution(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x))
  const tail =
    density(x) * t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return x >= 0 ? 1 - tail : tail
}

/** Black–Scholes without dividends; `years` to expiry, `volatility` and `rate` annual, as fractions. */
function valueOption(
  kind: 'CALL' | 'PUT',
  spot: number,
  strike: number,
  years: number,
  volatility: number,
  rate: number,
): OptionValue {
  const sign = kind === 'CALL' ? 1 : -1
  if (years <= 0) {
    const price = Math.max(0, sign * (spot - strike))
    return { price, delta: price > 0 ? sign : 0, gamma: 0, theta: 0, vega: 0, rho: 0 }
  }
  const spread = volatility * Math.sqrt(years)
  const d1 = (Math.log(spot / strike) + (rate + (volatility * volatility) / 2) * years) / spread
  const d2 = d1 - spread
  const discounted = strike * Math.exp(-rate * years)
  const decay = (-spot * density(d1) * volatility) / (2 * Math.sqrt(years))
  return {
    price: Math.max(0, sign * (spot * distribution(sign * d1) - discounted * distribution(sign * d2))),
    delta: sign * distribution(sign * d1),
    gamma: density(d1) / (spot * spread),
    theta: (decay - sign * rate * discounted * distribution(sign * d2)) / 365,
    vega: (spot * density(d1) * Math.sqrt(years)) / 100,
    rho: (sign * discounted * years * distribution(sign * d2)) / 100,
  }
}

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
