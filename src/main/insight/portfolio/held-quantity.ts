import { sum, zero, type Decimal } from '../../../shared/decimal.ts'
import type { Account } from '../../../shared/model/account.ts'

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
