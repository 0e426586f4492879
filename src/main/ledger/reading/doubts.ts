import type { UnnamedReconciliation } from './unnamed-reconciliation.ts'

/** Symbols and currencies whose rows do not give what the service states, and not only because a trade is not settled. */
export function doubtsOf({ positions, cash }: UnnamedReconciliation): string[] {
  const isDoubtful = ({ difference, causes }: UnnamedReconciliation['cash'][number]): boolean =>
    difference !== null && difference !== '0' && !['unsettled', 'rounding'].includes(causes[0]?.kind ?? '')
  return [
    ...positions.filter((each) => isDoubtful({ ...each, currency: '' })).map(({ symbol }) => symbol),
    ...cash.filter(isDoubtful).map(({ currency }) => currency),
  ]
}
