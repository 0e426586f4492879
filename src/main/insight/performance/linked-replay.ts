import { pairTransfers, type AccountFlow } from '../history/external-flow.ts'
import type { UnitClosing } from '../lots/open-lots.ts'
import type { Holding } from '../ledger/holding.ts'
import { piecesOf } from '../ledger/row-effect.ts'
import { compareRows, type LedgerRow } from '../ledger/row.ts'
import { stepOf } from '../ledger/series/step-of.ts'
import type { HoldingStep } from '../ledger/series/state.ts'

/** A row of an account, as a flow of pieces where it is one. */
interface PlacedRow {
  readonly account: number
  readonly row: LedgerRow
}

/** What a row closed and changed in its account. */
export interface LinkedRow extends PlacedRow {
  readonly closed: readonly UnitClosing[]
  readonly step: HoldingStep
}

interface TransferRow extends AccountFlow {
  readonly row: LedgerRow
}

/** The transfers of pieces between two of the accounts, each row with its other side. */
export function linkTransfers(rows: readonly PlacedRow[]): ReadonlyMap<LedgerRow, LedgerRow> {
  const flows = rows.flatMap(({ account, row }): TransferRow[] => {
    const pieces = piecesOf(row) ?? 0n
    const { at, kind, symbol } = row
    return pieces === 0n ? [] : [{ account, at, kind, symbol, pieces, worth: null, row }]
  })
  const pairs = pairTransfers(flows)
  return new Map(
    flows.flatMap((flow) => {
      const other = pairs.get(flow)
      return other === undefined ? [] : [[flow.row, other.row] as const]
    }),
  )
}

/**
 * Replays one instrument in several accounts together: pieces that move from one to another keep their lots, so that a move
 * between own accounts changes no profit. A purchase that was booked before the other side gave it up has no known cost.
 */
export function* replayLinked(
  rows: readonly PlacedRow[],
  holdings: ReadonlyMap<number, Holding>,
): Generator<LinkedRow, void, undefined> {
  const ordered = [...rows].sort((a, b) => compareRows(a.row, b.row))
  const links = linkTransfers(ordered)
  const moving = new Map<LedgerRow, { readonly lots: readonly UnitClosing[]; readonly currency: string | null }>()
  for (const { account, row } of ordered) {
    const holding = holdings.get(account)
    if (holding === undefined) continue
    const other = links.get(row)
    const received = other === undefined ? undefined : moving.get(other)
    const { currency } = holding.lotFigures
    let closed: readonly UnitClosing[] = []
    const step = stepOf(holding, row, () => {
      if (received === undefined) closed = holding.apply(row)
      else holding.receive(received.lots, received.currency)
      return closed
    })
    if (other !== undefined && step.pieces < 0n) moving.set(row, { lots: closed, currency })
    yield { account, row, closed, step }
  }
}
