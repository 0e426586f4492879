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
export function valueOption(
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
