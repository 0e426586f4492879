import type { WithdrawnRow, WithdrawnTransaction } from '#shared/model/transaction/withdrawn-row.ts'
import type { Cache } from '../cache/cache.ts'
import { readFacts } from '../cache/instrument-facts.ts'
import { factsOfRow, rowsAlike } from '../cache/transactions/kinds/row-facts.ts'
import { kindOf } from '../insight/kinds/kind-of.ts'

/** Adds to withdrawn rows the kind that each of them says itself, and the name and type of its instrument. */
export function describeWithdrawn(
  cache: Pick<Cache, 'instruments' | 'instrumentDetails'>,
  rows: readonly WithdrawnRow[],
): WithdrawnTransaction[] {
  const factsOf = readFacts(
    cache,
    rows.map(({ transaction }) => transaction.symbol),
  )
  return rows.map(({ accountId, transaction, since }) => {
    const { name: instrumentName, type: instrumentType } = factsOf(transaction.symbol)
    const facts = factsOfRow(transaction, rowsAlike(transaction, instrumentType))
    const { kind, rule: kindRule } = kindOf({ ...facts, instrumentType, nearEvents: [] })
    return { accountId, transaction, instrumentName, instrumentType, kind, kindRule, since }
  })
}
