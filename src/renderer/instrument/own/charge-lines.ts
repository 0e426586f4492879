import { add, sign, zero, type Decimal } from '../../../shared/decimal.ts'
import type { AccountCharges, ChargeTotal } from '../../../shared/model/ledger/charges.ts'

/** Charges of one kind in one currency, of all accounts in scope. */
export type ChargeLine = Pick<ChargeTotal, 'currency' | 'kind' | 'attributed' | 'ofAccount' | 'ambiguous'>

/** Adds the charges of accounts by kind and currency; `null` while a part of one of their histories is not loaded. */
export function chargeLines(accounts: readonly AccountCharges[]): ChargeLine[] | null {
  if (accounts.some(({ coverage }) => coverage === 'partial')) return null
  const groups = Map.groupBy(
    accounts.flatMap(({ totals }) => totals),
    ({ currency, kind }) => `${currency} ${kind}`,
  )
  return [...groups.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return []
    const all = [first, ...more]
    const sum = (of: (total: ChargeTotal) => Decimal): Decimal => all.map(of).reduce(add, zero)
    return {
      ...{ currency: first.currency, kind: first.kind },
      attributed: sum(({ attributed }) => attributed),
      ofAccount: sum(({ ofAccount }) => ofAccount),
      ambiguous: sum(({ ambiguous }) => ambiguous),
    }
  })
}

/** Whether the line says anything. */
export const isEmptyLine = ({ attributed, ofAccount, ambiguous }: ChargeLine): boolean =>
  [attributed, ofAccount, ambiguous].every((amount) => sign(amount) === 0)
