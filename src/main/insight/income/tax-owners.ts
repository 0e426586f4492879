import type { ChargeOwner, TaxOwners } from '../ledger/attribute-charges.ts'
import { compareRows, type LedgerRow } from '../ledger/row.ts'
import type { TaxLink } from './account-income.ts'

/** The payments that the income of an account assigns its taxes to. */
export function taxOwners(links: readonly TaxLink[]): TaxOwners {
  const owners = new Map<string, { readonly at: number; readonly owner: ChargeOwner }>()
  for (const { tax, paid, isAssigned } of links)
    if (isAssigned) owners.set(tax.id, { at: tax.at, owner: { kind: 'payment', rows: paid } })
  const open = links.filter(({ tax }) => !owners.has(tax.id))
  for (const [id, own] of Map.groupBy(open, ({ tax }) => tax.id)) {
    const rows: LedgerRow[] = own.flatMap(({ paid }) => paid).sort(compareRows)
    owners.set(id, { at: own[0]?.tax.at ?? 0, owner: { kind: 'ambiguous', rows } })
  }
  return owners
}
