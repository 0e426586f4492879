import { sum, zero, type Decimal } from '../../../shared/decimal.ts'
import type { Account } from '../../../shared/model/account.ts'
import { parseUnits } from '../lots/units.ts'

/** Signed pieces of positions of one instrument, in units: 0 for none, `null` where a quantity is not stated. */
export const piecesOfPositions = (positions: readonly { readonly quantity: Decimal | null }[]): bigint | null =>
  positions.reduce<bigint | null>((total, { quantity }) => {
    const units = quantity === null ? null : parseUnits(quantity)
    return total === null || units === null ? null : total + units
  }, 0n)

/**
 * The quantity of an instrument over all accounts, in signed pieces. `null` while one of `accountIds` has not been read or
 * a quantity is unknown: then even zero is not certain.
 */
export function heldQuantities(
  accounts: readonly Account[],
  accountIds: readonly string[],
): (symbol: string) => Decimal | null {
  const isWhole = accounts.length > 0 && accountIds.every((id) => accounts.some((account) => account.id === id))
  const quantities = new Map<string, (Decimal | null)[]>()
  for (const { symbol, quantity } of accounts.flatMap(({ positions }) => positions))
    quantities.set(symbol, [...(quantities.get(symbol) ?? []), quantity])
  return (symbol) => {
    const quantitiesHeld = quantities.get(symbol) ?? [zero]
    const known = quantitiesHeld.filter((quantity) => quantity !== null)
    return isWhole && known.length === quantitiesHeld.length ? sum(known) : null
  }
}
