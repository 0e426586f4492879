import type { Decimal } from '#shared/decimal.ts'
import type { Cache } from '../../cache/cache.ts'
import { LedgerRows } from '../../cache/ledger/ledger-rows.ts'
import type { DayRow } from '../../insight/day/day-row.ts'
import { costOf, hasUnknownPieces, piecesOf, type LedgerRow } from '../../insight/ledger/row.ts'
import { formatUnits } from '../../insight/lots/units.ts'
import type { Db } from '../../sqlite/db.ts'
import { ReplayOrder } from '../replay/replay-order.ts'
import { RowDecoder } from '../replay/row-decoder.ts'

type Tables = Pick<Cache, 'accounts' | 'coverage' | 'history'>

/** The rows of an account since a time, oldest first. */
export interface DayRows {
  readonly accountId: string
  /** All rows since then are loaded, and they are newer than the figures that the service states. */
  readonly isLoaded: boolean
  readonly rows: DayRow[]
}

/** Reads the newest rows of an account, from a time (UTC ms) a few days ago at most. */
export function createDayRowReader(db: Db, { accounts, coverage, history }: Tables) {
  const rows = new LedgerRows(db)
  const selectKey = db.prepare<[string], number>('SELECT key FROM transaction_account WHERE account_id = ?').pluck()

  return (accountId: string, from: number): DayRows => {
    const found: DayRow[] = []
    const decoder = new RowDecoder(rows)
    const order = new ReplayOrder(rows.overflowMs(), ({ row }) => {
      if (row.at >= from) found.push(readRow(row))
    })
    for (const raw of rows.since(selectKey.get(accountId) ?? -1, from)) {
      const placed = decoder.decode(raw)
      if (placed !== null) order.push(placed)
    }
    order.flush()
    const since = accounts.statement(accountId)?.since ?? Infinity
    const isCovered = coverage
      .list(accountId)
      .some((loaded) => loaded.from <= from && loaded.to > Math.max(since, from))
    const hasGap = history.gaps(accountId).some((gap) => gap.to > from)
    return { accountId, isLoaded: isCovered && !hasGap, rows: found }
  }
}

function readRow(row: LedgerRow): DayRow {
  const pieces = piecesOf(row)
  const isMoved = pieces !== null && pieces !== 0n
  const { id, at, kind, symbol, currency } = row
  return {
    id,
    at,
    kind,
    symbol,
    currency,
    money: read(row.money),
    hasUnknownPieces: hasUnknownPieces(row),
    pieces: isMoved ? read(pieces) : null,
    cost: isMoved ? read(costOf(row, pieces)) : null,
  }
}

const read = (units: bigint | null): Decimal | null => (units === null ? null : formatUnits(units))
