import { add, compare, decimalOf, divide, sign, subtract, type Decimal } from '../../../shared/decimal.ts'

/** What an account stands on, in one currency. */
export interface MarginInputs {
  readonly equity: Decimal
  /** The part of the requirement that moves with prices. */
  readonly movingRequirement: Decimal
  readonly fixedRequirement: Decimal
  /** Market value of the positions that move, shorts negative. */
  readonly signedValue: Decimal
}

/**
 * `call`: a uniform move of prices by `shock` (−0.25 is a fall of a quarter) leads to a margin call. `below`: equity is
 * below the requirement already; `shock` is the move that would cure it, `null` where none does. `none`: no move leads
 * to a call.
 */
export interface MarginShock {
  readonly state: 'call' | 'below' | 'none'
  readonly shock: Decimal | null
}

/** Shocks have this many places, so that the figures after them are exact to the cent. */
const shockPlaces = 24
const wholeFall = decimalOf(-1)

/**
 * Solves E + sN = M(1 + s) + F for s. Prices cannot fall by more than all of their value. Source: analytics, "Margin and
 * stress".
 */
export function marginShock({ equity, movingRequirement, fixedRequirement, signedValue }: MarginInputs): MarginShock {
  const missing = subtract(add(movingRequirement, fixedRequirement), equity)
  const exposure = subtract(signedValue, movingRequirement)
  const shock = divide(missing, exposure, shockPlaces)
  const reachable = shock === null || compare(shock, wholeFall) < 0 ? null : shock
  if (sign(missing) > 0) return { state: 'below', shock: reachable }
  return { state: reachable === null ? 'none' : 'call', shock: reachable }
}
