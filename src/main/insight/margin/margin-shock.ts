/** What an account stands on, in one currency. */
export interface MarginInputs {
  readonly equity: number
  /** The part of the requirement that moves with prices. */
  readonly movingRequirement: number
  readonly fixedRequirement: number
  /** Market value of all positions, shorts negative. */
  readonly signedValue: number
}

/**
 * `call`: a uniform move of prices by `shock` (−0.25 is a fall of a quarter) leads to a margin call. `below`: equity is
 * below the requirement already; `shock` is the move that would cure it, `null` where none does. `none`: no move leads
 * to a call.
 */
export interface MarginShock {
  readonly state: 'call' | 'below' | 'none'
  readonly shock: number | null
}

/** Solves E + sN = M(1 + s) + F for s. Prices cannot fall by more than all of their value. */
export function marginShock(inputs: MarginInputs): MarginShock {
  const { equity, movingRequirement, fixedRequirement, signedValue } = inputs
  const missing = movingRequirement + fixedRequirement - equity
  const exposure = signedValue - movingRequirement
  const shock = exposure === 0 ? null : missing / exposure
  const reachable = shock === null || shock < -1 ? null : shock
  if (missing > 0) return { state: 'below', shock: reachable }
  return { state: reachable === null ? 'none' : 'call', shock: reachable }
}
