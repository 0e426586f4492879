import type { Decimal } from '#shared/decimal.ts'
import type { BondEvent, Split } from '#shared/model/instrument.ts'
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

/** Returns the pieces before a row, in units of 10⁻¹⁸. `rows` are those of its account and symbol, in any order. */
export function heldIn(rows: readonly StatedPieces[]): (row: Pick<NearRow, 'at' | 'id'>) => bigint {
  const ordered = rows.toSorted(compareRows)
  let held = 0n
  const before = [held, ...ordered.map((row) => (held += piecesOf(row)))]
  return (row) => {
    let [first, end] = [0, ordered.length]
    while (first < end) {
      const middle = (first + end) >> 1
      const other = ordered[middle]
      if (other !== undefined && compareRows(other, row) < 0) first = middle + 1
      else end = middle
    }
    return before[first] ?? 0n
  }
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
