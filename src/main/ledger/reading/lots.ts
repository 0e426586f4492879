import type { OpenLot } from '../../../shared/model/ledger/ledger.ts'
import type { Cache } from '../../cache/cache.ts'
import { LedgerHoldings } from '../../cache/ledger/holdings.ts'
import { readHolding, knownLots } from '../../insight/ledger/holding-text.ts'
import { emptyHolding, type HoldingState } from '../../insight/ledger/holding.ts'
import { formatUnits } from '../../insight/lots/units.ts'
import { piecesOfPositions } from '../../insight/portfolio/held-quantity.ts'
import type { Db } from '../../sqlite/db.ts'
import type { Instruments } from '../replay/basis.ts'
import { readHistory } from './history.ts'

type Tables = Pick<Cache, 'accounts' | 'coverage' | 'history'>

/** The open lots of an account (`symbol` null: of all instruments), from stored holdings, which have to be current. */
export function createLotReader(db: Db, tables: Tables, instruments: Pick<Instruments, 'factsOf'>) {
  const holdings = new LedgerHoldings(db)
  const selectKey = db.prepare<[string], number>('SELECT key FROM transaction_account WHERE account_id = ?').pluck()

  function readStates(accountId: string, symbol: string | null): Map<string, HoldingState> {
    const account = selectKey.get(accountId) ?? -1
    const stored =
      symbol === null ? holdings.list(account) : [holdings.get(account, symbol)].filter((own) => own !== null)
    return new Map(stored.map((own) => [own.symbol, readHolding(own.state) ?? emptyHolding]))
  }

  return (accountId: string, symbol: string | null): OpenLot[] => {
    const isWhole = readHistory(tables, accountId).wholeUntil !== null
    const states = readStates(accountId, symbol)
    const positions = (tables.accounts.get(accountId)?.account.positions ?? []).filter(
      (position) => symbol === null || position.symbol === symbol,
    )
    const stated = new Map(
      [...Map.groupBy(positions, (position) => position.symbol)].map(([own, same]) => [own, piecesOfPositions(same)]),
    )
    return [...new Set([...states.keys(), ...stated.keys()])].sort().flatMap((own) => {
      if (instruments.factsOf(own).isFuture) return []
      const pieces = stated.has(own) ? (stated.get(own) ?? null) : 0n
      const { lots, currency } = knownLots(states.get(own) ?? emptyHolding, pieces, isWhole)
      return lots.map(({ quantity, cost, openedAt }): OpenLot => ({
        ...{ accountId, symbol: own, quantity: formatUnits(quantity), openedAt },
        ...{ cost: cost === null ? null : formatUnits(cost), currency: cost === null ? null : currency },
        unknownCost: cost === null,
      }))
    })
  }
}
