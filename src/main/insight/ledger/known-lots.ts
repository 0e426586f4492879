import type { UnitLot } from '../lots/open-lots.ts'
import type { HoldingState } from './holding.ts'

/** Lots that may be shown. */
export interface KnownLots {
  readonly lots: readonly UnitLot[]
  readonly currency: string | null
}

/**
 * The lots of a holding, as far as they are certain. Where the service states more pieces than the rows give, sales beyond
 * the pieces held are missing purchases rather than shorts, and what is left of them has an unknown cost. Where a part of the
 * history is missing (`isWhole` false), no lot is known: all stated pieces are one lot of unknown cost. `stated` is `null`
 * where the service states no figure.
 */
export function knownLots(holding: HoldingState, stated: bigint | null, isWhole: boolean): KnownLots {
  if (!isWhole) return { lots: ofUnknownCost(stated ?? 0n), currency: null }
  const missing = (stated ?? holding.quantity) - holding.quantity
  const chosen = missing > 0n && holding.cautious !== null ? holding.cautious : holding.lots
  const held = chosen.lots.reduce((sum, { quantity }) => sum + quantity, 0n)
  const rest = missing > 0n ? (stated ?? 0n) - held : 0n
  return { lots: [...(rest > 0n ? ofUnknownCost(rest) : []), ...chosen.lots], currency: holding.currency }
}

const ofUnknownCost = (quantity: bigint): UnitLot[] =>
  quantity === 0n ? [] : [{ quantity, cost: null, openedAt: null }]
