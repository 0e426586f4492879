import { add, divide, multiply, sign, type Decimal } from './decimal.ts'

interface Held {
  readonly quantity: Decimal | null
  readonly averagePrice: Decimal | null
}

/**
 * The average price over several accounts, weighted by pieces. `null` if a price is unknown, or if some accounts are long
 * and others short.
 */
export function averagePriceOf(positions: readonly Held[]): Decimal | null {
  const known = positions.flatMap(({ quantity, averagePrice }) =>
    quantity === null || averagePrice === null ? [] : [{ quantity, cost: multiply(quantity, averagePrice) }],
  )
  const isOneSided = new Set(known.map(({ quantity }) => sign(quantity))).size === 1
  if (known.length < positions.length || !isOneSided) return null
  return divide(known.map(({ cost }) => cost).reduce(add), known.map(({ quantity }) => quantity).reduce(add))
}
