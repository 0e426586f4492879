import type { LotMethod } from '../../../shared/model/ledger/ledger.ts'
import { OpenLots, type OpenLotsState, type Oversell, type UnitClosing, type UnitLot } from '../lots/open-lots.ts'
import { amortizationAt, type SymbolFacts } from './symbol-facts.ts'
import { costOf, piecesAt, type LedgerRow } from './row.ts'

/** The lots of pieces that arrive from another account of the user. */
export interface ArrivedLots {
  readonly currency: string | null
  readonly lots: readonly UnitLot[]
}

/** Arriving lots by the id of the row that receives the pieces. */
export type Arrivals = ReadonlyMap<string, ArrivedLots>

/** The state from which the replay of a holding continues. */
export interface HoldingState {
  readonly quantity: bigint
  /** The currency of the costs of its lots; `null` before the first. */
  readonly currency: string | null
  /** The lots if sales beyond the pieces held are short sales. */
  readonly lots: OpenLotsState
  /** The lots if the purchases of those sales are missing; `null` while there are no such sales. */
  readonly cautious: OpenLotsState | null
}

/** The state before the first row. */
export const emptyHolding: HoldingState = {
  quantity: 0n,
  currency: null,
  lots: { lots: [], unknown: 0n },
  cautious: null,
}

/**
 * The holding of one instrument in one account. Rows alone do not distinguish a short sale from a sale whose purchase
 * is missing. From the first such sale on, the lots of both interpretations are kept; `knownLots` chooses one.
 */
export class Holding {
  readonly #method: LotMethod
  readonly #facts: SymbolFacts
  readonly #arrivals: Arrivals | null
  readonly #oversell: Oversell
  readonly #lots: OpenLots
  #cautious: OpenLots | null
  #quantity: bigint
  #currency: string | null

  /**
   * `arrivals`: the lots that arrive from other own accounts. `oversell`: how `apply` treats a sale of more pieces than
   * are held, if the caller knows this.
   */
  constructor(
    method: LotMethod,
    facts: SymbolFacts,
    state: HoldingState,
    arrivals: Arrivals | null = null,
    oversell: Oversell = 'short',
  ) {
    const { quantity, currency, lots, cautious } = state
    this.#method = method
    this.#facts = facts
    this.#arrivals = arrivals
    this.#oversell = oversell
    this.#lots = new OpenLots(method, oversell, lots)
    this.#cautious = cautious === null ? null : new OpenLots(method, 'unknown', cautious)
    this.#quantity = quantity
    this.#currency = currency
  }

  get quantity(): bigint {
    return this.#quantity
  }
  /** The sum of the known costs of its lots, in units; sales beyond the pieces held are short lots. */
  get lotCost(): bigint {
    return this.#lots.cost
  }
  /** The pieces of its lots whose cost is not known, in units. */
  get piecesWithoutCost(): bigint {
    return this.#lots.piecesWithoutCost
  }
  /** The currency of the costs. */
  get lotCurrency(): string | null {
    return this.#currency
  }
  get isFuture(): boolean {
    return this.#facts.isFuture
  }
  get state(): HoldingState {
    return {
      quantity: this.#quantity,
      currency: this.#currency,
      lots: this.#lots.state,
      cautious: this.#cautious?.state ?? null,
    }
  }

  /** Adds pieces of unknown cost that are held before the first row. */
  open(pieces: bigint): void {
    this.#trade(pieces, null, null)
  }

  /**
   * Applies the next row; returns the closed parts of lots, with sales beyond the pieces held as short lots. A
   * repayment of a part of the face value closes no pieces; its result has the returned part of the cost.
   */
  apply(row: LedgerRow): UnitClosing[] {
    const pieces = piecesAt(row, this.#quantity)
    if (pieces === null || pieces === 0n) {
      return row.kind === 'amortization' && row.money !== null && row.money !== 0n ? [this.#repay(row, row.money)] : []
    }
    if (row.kind === 'split' && this.#split(pieces)) return []
    const arrived = row.kind === 'securities-transfer-in' ? this.#arrivals?.get(row.id) : undefined
    if (arrived !== undefined) return this.#receive(pieces, arrived)
    return this.#trade(pieces, this.#knownCost(row, pieces), row.at)
  }

  /** Costs of two currencies are never added. If open lots have another currency, the cost is not known. */
  #knownCost(row: LedgerRow, pieces: bigint): bigint | null {
    if (this.#quantity === 0n) this.#currency = row.currency
    this.#currency ??= row.currency
    const expiresForNothing = row.kind === 'expiration' && row.money === null
    return expiresForNothing || row.currency === this.#currency ? costOf(row, pieces) : null
  }

  #trade(pieces: bigint, cost: bigint | null, at: number | null): UnitClosing[] {
    const held = this.#quantity
    this.#quantity += pieces
    if (this.#facts.isFuture) return []
    if (this.#cautious === null && held >= 0n && this.#quantity < 0n) {
      this.#cautious = new OpenLots(this.#method, 'unknown', this.#lots.state)
    }
    this.#cautious?.trade(pieces, cost, at)
    return this.#lots.trade(pieces, cost, at)
  }

  /** Pieces from another own account keep their cost and their opening time. */
  #receive(pieces: bigint, arrived: ArrivedLots): UnitClosing[] {
    if (this.#quantity === 0n) this.#currency = arrived.currency
    this.#currency ??= arrived.currency
    const isSame = arrived.currency === this.#currency
    const lots = isSame ? arrived.lots : arrived.lots.map((lot) => ({ ...lot, cost: null }))
    this.#quantity += pieces
    this.#cautious?.receive(lots)
    return this.#lots.receive(lots)
  }

  /** Applies a split; `false` if the pieces do not scale the position, and are then a trade of unknown cost. */
  #split(pieces: bigint): boolean {
    const [held, next] = [this.#quantity, this.#quantity + pieces]
    if (held === 0n || next === 0n || held < 0n !== next < 0n) return false
    this.#quantity = next
    // Sales with a missing purchase are counted in the pieces held, but in no lot.
    if (this.#oversell === 'unknown') this.#lots.split(held, next)
    else this.#lots.rescale(next)
    this.#cautious?.split(held, next)
    return true
  }

  /** An amortization returns a fraction of the face value: the same fraction of the cost is realized. */
  #repay(row: LedgerRow, money: bigint): UnitClosing {
    const part = amortizationAt(this.#facts, row.at)
    this.#cautious?.returnCost(part)
    const cost = this.#lots.returnCost(part)
    return { quantity: 0n, cost, proceeds: row.currency === this.#currency ? money : null, openedAt: null }
  }
}
