import type { BondEvent, Split } from '../../../../shared/model/instrument.ts'
import type { Decimal } from '../../../../shared/decimal.ts'
import { compareRows } from '../../ledger/row.ts'
import { parseUnits } from '../../lots/units.ts'
import { eventOfBondEvent, eventOfSplit } from '../events-near.ts'
import type { FinalRepayment, NearRow, SplitRatio } from './near-rows.ts'

/** The repayment that leaves nothing of the face value; empty for any other event, or if its date or amount is missing. */
export function finalRepayment(event: BondEvent): FinalRepayment[] {
  return eventOfBondEvent(event).flatMap(({ kind, at, each }) => {
    const amount = kind === 'redemption' && each !== null ? parseUnits(each.amount) : null
    return amount === null || each === null ? [] : [{ at, each: amount, currency: each.currency }]
  })
}

/** The ratio of a split; empty if its date or its ratio is missing. */
export function splitRatio(split: Split): SplitRatio[] {
  const [event] = eventOfSplit(split)
  const [from, to] = [unitsOf(split.oldRatio), unitsOf(split.newRatio)]
  return event === undefined || from === null || to === null ? [] : [{ at: event.at, from, to }]
}

/** What a row states about its pieces. */
export interface StatedPieces {
  readonly id: string
  /** UTC ms. */
  readonly at: number
  /** The sign of its money; 0 without money. */
  readonly moneySign: number
  readonly changeQuantity: Decimal | null
  readonly size: Decimal | null
}

/** The pieces before a row, in units of 10⁻¹⁸. `rows` are those of its account and symbol, in any order. */
export function heldBefore(row: NearRow, rows: Iterable<StatedPieces>): bigint {
  let held = 0n
  for (const other of rows) if (compareRows(other, row) < 0) held += piecesOf(other)
  return held
}

/** As the ledger reads the pieces of a row: see `piecesOf` in `ledger/row.ts`. */
function piecesOf({ moneySign, changeQuantity, size }: StatedPieces): bigint {
  const changed = unitsOf(changeQuantity)
  if (changed !== null && changed !== 0n) return changed
  const traded = unitsOf(size)
  if (traded === null || traded < 0n) return traded ?? 0n
  return moneySign < 0 ? traded : moneySign > 0 ? -traded : 0n
}

/** Reads a decimal as units of 10⁻¹⁸; `null` stays `null`. */
export const unitsOf = (text: Decimal | null): bigint | null => (text === null ? null : parseUnits(text))
