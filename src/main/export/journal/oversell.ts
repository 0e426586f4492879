import type { Cache } from '../../cache/cache.ts'
import { LedgerHoldings } from '../../cache/ledger/holdings.ts'
import type { Oversell } from '../../insight/lots/open-lots.ts'
import { parseUnits } from '../../insight/lots/units.ts'
import type { Db } from '../../sqlite/db.ts'

/**
 * Whether a sale of more pieces than are held is a short sale. If the service states more pieces than the rows give, the
 * purchase is missing and its cost is not known, as in the list of open lots (`knownLots`). Reads the stored holdings.
 */
export function createOversell(db: Db, tables: Pick<Cache, 'accounts'>, accountIds: ReadonlyMap<number, string>) {
  const holdings = new LedgerHoldings(db)
  const missing = new Set<string>()
  for (const [account, id] of accountIds) {
    const stated = new Map<string, bigint>()
    for (const { symbol, quantity } of tables.accounts.get(id)?.account.positions ?? []) {
      const units = quantity === null ? null : parseUnits(quantity)
      if (units !== null) stated.set(symbol, (stated.get(symbol) ?? 0n) + units)
    }
    for (const { symbol, quantity } of holdings.quantities(account)) {
      if ((stated.get(symbol) ?? 0n) > (parseUnits(quantity) ?? 0n)) missing.add(`${account} ${symbol}`)
    }
  }
  return (account: number, symbol: string): Oversell => (missing.has(`${account} ${symbol}`) ? 'unknown' : 'short')
}
