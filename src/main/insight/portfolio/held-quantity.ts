import { sum, zero, type Decimal } from '../../shared/decimal.ts'
import type { Account } from '../../shared/model/account.ts'

/**
 * Signed pieces of an instrument over all accounts. `null` while one of `accountIds` was not read, or a quantity is
 * unknown: then even "none" is not known.
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
    const own = quantities.get(symbol) ?? [zero]
    const known = own.filter((quantity) => quantity !== null)
    return isWhole && known.length === own.length ? sum(known) : null
  }
}
