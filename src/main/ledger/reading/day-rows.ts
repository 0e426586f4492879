import { z } from 'zod'
import type { Decimal as DecimalText } from '#shared/decimal.ts'
import { TransactionKind } from '#shared/model/transaction/transaction.ts'
import { AccountId, Decimal, Instant } from '#shared/model/values.ts'
import type { Cache } from '../../cache/cache.ts'
import { LedgerRows } from '../../cache/ledger/rows.ts'
import type { DayRow } from '../../insight/day/day-row.ts'
import { costOf, hasUnknownPieces, piecesOf, type LedgerRow } from '../../insight/ledger/row.ts'
import { formatUnits } from '../../insight/lots/units.ts'
import type { Db } from '../../sqlite/db.ts'
import { ReplayOrder } from '../replay/replay-order.ts'
import { RowDecoder } from '../replay/row-decoder.ts'

type Tables = Pick<Cache, 'accounts' | 'coverage' | 'history'>

/** The rows of an account since a time, oldest first. */
export const DayRows = z.object({
  accountId: AccountId,
  /** All rows since then are loaded, and they are newer than the figures that the service states. */
  isLoaded: z.boolean(),
  rows: z.array(
    z.object({
      id: z.string(),
      at: Instant,
      kind: TransactionKind,
      symbol: z.string(),
      currency: z.string().nullable(),
      money: Decimal.nullable(),
      pieces: Decimal.nullable(),
      hasUnknownPieces: z.boolean(),
      cost: Decimal.nullable(),
    }),
  ),
})
export type DayRows = z.infer<typeof DayRows>

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

const read = (units: bigint | null): DecimalText | null => (units === null ? null : formatUnits(units))
