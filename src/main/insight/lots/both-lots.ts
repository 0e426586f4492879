import type { LotMethod } from '#shared/model/ledger/ledger.ts'
import type { ReturnedCost } from './lot-shares.ts'
import { OpenLots, type OpenLotsState, type Oversell, type UnitClosing, type UnitLot } from './open-lots.ts'
import { unitPlaces } from './units.ts'

/** Lots under both interpretations; `cautious` is `null` while they are the same. */
export interface Both<T> {
  readonly lots: T
  readonly cautious: T | null
}

/**
 * The lots of a holding. Rows alone do not distinguish a short sale (`lots`) from a sale whose purchase is missing
 * (`cautious`): from the first sale of more pieces than are held on, the lots of both interpretations are kept.
 */
export class BothLots {
  readonly #method: LotMethod
  readonly #lots: OpenLots
  #cautious: OpenLots | null

  /** `oversell`: how the first interpretation treats a sale of more pieces than are held. */
  constructor(method: LotMethod, oversell: Oversell, { lots, cautious }: Both<OpenLotsState>) {
    this.#method = method
    this.#lots = new OpenLots(method, oversell, lots)
    this.#cautious = cautious === null ? null : new OpenLots(method, 'unknown', cautious)
  }

  get state(): Both<OpenLotsState> {
    return { lots: this.#lots.state, cautious: this.#cautious?.state ?? null }
  }
  get cost(): bigint {
    return this.#lots.cost
  }
  get piecesWithoutCost(): bigint {
    return this.#lots.piecesWithoutCost
  }

  /** Applies a trade to `held` pieces; returns the closed parts. Its cost is in units; `null` if it is not known. */
  trade(held: bigint, pieces: bigint, cost: bigint | null, at: number | null): UnitClosing[] {
    if (this.#cautious === null && held >= 0n && held + pieces < 0n) {
      this.#cautious = new OpenLots(this.#method, 'unknown', this.#lots.state)
    }
    this.#cautious?.trade(pieces, cost, at)
    return this.#lots.trade(pieces, cost, at)
  }

  /** Receives lots that another holding had, or that were taken out; returns the closed parts. */
  receive({ lots, cautious }: Both<readonly UnitLot[]>): UnitClosing[] {
    this.#cautious?.receive(cautious ?? lots)
    return this.#lots.receive(lots)
  }

  /** Takes pieces back out of a lot: see `OpenLots.takeBack`. Only if both interpretations have it. */
  takeBack(pieces: bigint, cost: bigint, since: number): boolean {
    return this.#cautious === null && this.#lots.takeBack(pieces, cost, since)
  }

  /** Takes all lots out. */
  takeAll(): Both<readonly UnitLot[]> {
    return { lots: this.#lots.takeAll(), cautious: this.#cautious?.takeAll() ?? null }
  }

  split(old: bigint, next: bigint): void {
    this.#lots.split(old, next)
    this.#cautious?.split(old, next)
  }

  returnCost(shares: readonly ReturnedCost[] | null): bigint | null {
    this.#cautious?.returnCost(shares)
    return this.#lots.returnCost(shares)
  }

  /** Takes a share (units of 10⁻¹⁸) of each cost away. Pieces and opening times stay, and nothing is closed. */
  giveCost(share: bigint): [] {
    this.returnCost([{ before: Infinity, numerator: share, denominator: 10n ** BigInt(unitPlaces) }])
    return []
  }

  piecesBefore(at: number): bigint {
    return this.#lots.piecesBefore(at)
  }
}
