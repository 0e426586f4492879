import type { Account } from '../../../shared/model/account.ts'
import { heldPositions, type DetailsBySymbol } from '../portfolio/account-summary.ts'
import { valuePosition } from '../portfolio/position-value.ts'

/** The known currencies of cash and positions, that of most of them first. */
export function currenciesInUse(accounts: readonly Account[], details: DetailsBySymbol): string[] {
  const codes = accounts.flatMap((account) => [
    ...account.cash.filter(({ amount }) => amount !== '0').map(({ currency }) => currency),
    ...heldPositions(account).map((position) => valuePosition(position, details.get(position.symbol) ?? null).currency),
  ])
  const known = codes.flatMap((code) => (code === null || code === '' ? [] : [code]))
  return [...Map.groupBy(known, (code) => code)]
    .sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1))
    .map(([code]) => code)
}
