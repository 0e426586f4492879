import { toNumber } from '../../../shared/decimal.ts'
import type { Account } from '../../../shared/model/account.ts'
import { heldPositions } from '../../insight/portfolio/account-summary.ts'

/**
 * The weight of each price: the value held, |quantity × price| over all accounts. A price that is only watched has the median
 * weight of those held, or 1 if nothing is held. Weights only guide the requests and are never shown, so currencies and contract
 * sizes are ignored, and floats are sufficient.
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
