import { toNumber } from '../../../shared/decimal.ts'
import type { Account } from '../../../shared/model/account.ts'
import { heldPositions } from '../../insight/portfolio/account-summary.ts'

/**
 * What each price stands for: the value held, |quantity × price| over all accounts; a price that is only watched weighs as
 * much as the middle one of those held, or 1 where nothing is. It guides what to ask for and is shown nowhere, so currencies and
 * contract sizes are left aside, and floats will do.
 */
export function weighPrices(accounts: readonly Account[]): (symbol: string) => number {
  const held = new Map<string, number>()
  for (const { symbol, quantity, currentPrice } of accounts.flatMap(heldPositions)) {
    if (quantity === null || currentPrice === null) continue
    held.set(symbol, (held.get(symbol) ?? 0) + Math.abs(toNumber(quantity) * toNumber(currentPrice)))
  }
  const values = [...held.values()].filter((value) => value > 0).sort((a, b) => a - b)
  const nominal = values[Math.floor(values.length / 2)] ?? 1
  return (symbol) => held.get(symbol) || nominal
}
