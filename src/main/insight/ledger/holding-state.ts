import type { Both } from '../lots/both-lots.ts'
import type { OpenLotsState, UnitLot } from '../lots/open-lots.ts'
import type { LentPieces } from './lent-pieces.ts'
import type { Repaid } from './repayments.ts'
import type { LedgerRow } from './row.ts'

/** The lots of pieces that come from another holding of the user. */
export interface ArrivedLots {
  readonly currency: string | null
  readonly lots: readonly UnitLot[]
}

/** A share (units of 10⁻¹⁸) of the cost of all lots, which goes to the pieces of a spin-off. The row moves no pieces. */
export interface GivenCost {
  readonly row: LedgerRow
  readonly share: bigint
}

/**
 * The lots that arrive from other holdings, by the id of the row that receives the pieces. `sent`: the pieces of this
 * row become those of another symbol, which receives their lots. A spin-off also has an entry in the holding of the old
 * symbol, by the id of the row of the new one.
 */
export type Arrivals = ReadonlyMap<string, ArrivedLots | GivenCost | 'sent'>

/** The lots of all pieces held, which a row of a split took out. They come back with the next row of the split. */
export interface ParkedLots extends Both<readonly UnitLot[]> {
  /** UTC ms. */
  readonly at: number
  /** The pieces that were held, in units. */
  readonly pieces: bigint
  readonly currency: string | null
}

/** The state from which the replay of a holding continues. */
export interface HoldingState extends Both<OpenLotsState> {
  readonly quantity: bigint
  /** The currency of the costs of its lots; `null` before the first. */
  readonly currency: string | null
  /** Pieces that are away, or here for a while; they count in `quantity`, and change no lots. */
  readonly lent: readonly LentPieces[]
  /** Oldest first. */
  readonly parked: readonly ParkedLots[]
  /** What was paid for the latest repayments of face value. */
  readonly repaid: readonly Repaid[]
}

/** The state before the first row. */
export const emptyHolding: HoldingState = {
  quantity: 0n,
  currency: null,
  lots: { lots: [], unknown: 0n },
  cautious: null,
  lent: [],
  parked: [],
  repaid: [],
}
