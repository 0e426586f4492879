import type { OpenLot, QuantityPoint } from '#shared/model/ledger/ledger.ts'
import type { Cache } from '../../cache/cache.ts'
import { LedgerHoldings } from '../../cache/ledger/ledger-holdings.ts'
import { LedgerRows } from '../../cache/ledger/ledger-rows.ts'
import { emptyHolding, type HoldingState } from '../../insight/ledger/holding-state.ts'
import { readHolding, knownLots } from '../../insight/ledger/holding-text.ts'
import { quantitySeries } from '../../insight/ledger/quantity-series.ts'
import { hasUnknownPieces, piecesAt, piecesOf } from '../../insight/ledger/row.ts'
import { formatUnits, parseUnits } from '../../insight/lots/units.ts'
import { piecesOfPositions } from '../../insight/portfolio/account-summary.ts'
import type { Db } from '../../sqlite/db.ts'
import type { Instruments, LedgerChoices } from '../replay/replay-inputs.ts'
import { ReplayOrder } from '../replay/replay-order.ts'
import { RowDecoder } from '../replay/row-decoder.ts'
import { readHistory } from './history.ts'

type Tables = Pick<Cache, 'accounts' | 'coverage' | 'history'>

/** The open lots of an account (`symbol` null: of all instruments), from stored holdings, which must be current. */
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
    const isLoaded = readHistory(tables, accountId).wholeUntil !== null
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
      const { lots, currency } = knownLots(states.get(own) ?? emptyHolding, pieces, isLoaded)
      return lots.map(({ quantity, cost, openedAt }): OpenLot => ({
        accountId,
        symbol: own,
        quantity: formatUnits(quantity),
        openedAt,
        cost: cost === null ? null : formatUnits(cost),
        currency: cost === null ? null : currency,
        unknownCost: cost === null,
      }))
    })
  }
}

const rowsPerChunk = 1_000

/** The pieces of one instrument in an account since its first row, from the rows. */
export function createQuantityReader(db: Db, tables: Tables) {
  const rows = new LedgerRows(db)
  const selectKey = db.prepare<[string], number>('SELECT key FROM transaction_account WHERE account_id = ?').pluck()

  return (accountId: string, symbol: string, choices: LedgerChoices): QuantityPoint[] => {
    const changes: { at: number; pieces: bigint | null }[] = []
    const decoder = new RowDecoder(rows)
    const opening = choices.openings.find((each) => each.accountId === accountId && each.symbol === symbol)
    const opened = opening === undefined ? 0n : (parseUnits(opening.amount) ?? 0n)
    const loaded = readHistory(tables, accountId)
    let held = opened
    const order = new ReplayOrder(rows.overflowMs(), ({ row }) => {
      // Without the earlier rows it is unknown how many pieces were held when an option expired.
      const pieces = loaded.wholeUntil === null ? piecesOf(row) : piecesAt(row, held)
      held += pieces ?? 0n
      if (pieces === null ? hasUnknownPieces(row) : pieces !== 0n) changes.push({ at: row.at, pieces })
    })
    const keys = rows.keysOf(selectKey.get(accountId) ?? -1, symbol, Number.MIN_SAFE_INTEGER)
    for (let first = 0; first < keys.length; first += rowsPerChunk) {
      for (const raw of rows.byKeys(keys.slice(first, first + rowsPerChunk))) {
        const placed = decoder.decode(raw)
        if (placed !== null) order.push(placed)
      }
    }
    order.flush()
    // The stated pieces give only the pieces before a gap.
    const hasHole = loaded.wholeUntil === null || changes.some(({ pieces }) => pieces === null)
    const history = { ...loaded, stated: hasHole ? statedOf(tables, accountId, symbol) : null }
    return quantitySeries(changes, opened, history).map(({ at, quantity }) => ({
      at,
      quantity: quantity === null ? null : formatUnits(quantity),
    }))
  }
}

/** Null if the service states no figure, or where its figures changed after the last loaded row. */
function statedOf({ accounts, coverage }: Tables, accountId: string, symbol: string): bigint | null {
  const account = accounts.get(accountId)?.account
  const loadedUntil = coverage.list(accountId).at(-1)?.to ?? -Infinity
  if (account === undefined || (accounts.statement(accountId)?.since ?? Infinity) >= loadedUntil) return null
  return piecesOfPositions(account.positions.filter((position) => position.symbol === symbol))
}
