import { placesOf, roundedQuotient } from './units.ts'

/** The minimum number of decimal places of a divided amount of money: cents. */
const moneyPlaces = 2
const piecePlaces = 12

/** The share of the cost that a repayment returns, of the lots that were opened before a time. */
export interface ReturnedCost {
  readonly before: number
  readonly numerator: bigint
  readonly denominator: bigint
  /** What earlier repayments still owe to lots that were opened before them: it is added to the denominator. */
  readonly owed?: readonly { readonly before: number; readonly amount: bigint }[]
}

/**
 * The share of an amount for `pieces` of `all` pieces, exact if it has at most 12 decimals, otherwise rounded to the
 * places of the amount. The share of all pieces is exactly the amount.
 */
export function shareOf(amount: bigint | null, pieces: bigint, all: bigint): bigint | null {
  if (amount === null || pieces === all) return amount
  const exact = roundedQuotient(amount * pieces, all, piecePlaces)
  if (exact * all === amount * pieces) return exact
  return roundedQuotient(amount * pieces, all, Math.max(moneyPlaces, placesOf(amount)))
}

/**
 * Lots after a split of `old` pieces into `next` pieces, with their costs. If these are all pieces of the lots, the last
 * lot takes the rounding difference.
 */
export function splitLots<L extends { readonly quantity: bigint }>(
  lots: readonly L[],
  old: bigint,
  next: bigint,
): readonly L[] {
  const scaled = lots.flatMap((lot) => {
    const quantity = roundedQuotient(lot.quantity * next, old, piecePlaces)
    return quantity === 0n ? [] : [{ ...lot, quantity }]
  })
  const last = scaled.at(-1)
  if (last === undefined || sumOf(lots) !== old) return scaled
  const quantity = last.quantity + next - sumOf(scaled)
  return quantity === 0n ? scaled : [...scaled.slice(0, -1), { ...last, quantity }]
}

const sumOf = (lots: readonly { readonly quantity: bigint }[]): bigint =>
  lots.reduce((sum, { quantity }) => sum + quantity, 0n)
