import type { LotMethod } from '../../../shared/model/ledger/ledger.ts'
import { OpenLots, type OpenLotsState, type Oversell, type UnitClosing, type UnitLot } from '../lots/open-lots.ts'
import { amortizationAt, type SymbolFacts } from './symbol-facts.ts'
import { costOf, piecesAt, type LedgerRow } from './row.ts'

/** The lots that pieces bring along from another account of the person. */
export interface ArrivedLots {
  readonly currency: string | null
  readonly lots: readonly UnitLot[]
}

/** By the id of the row that receives the pieces. */
export type Arrivals = ReadonlyMap<string, ArrivedLots>

/** The state from which the replay of a holding continues. */
export interface HoldingState {
  readonly quantity: bigint
  /** Of the costs of its lots; `null` before the first. */
  readonly currency: string | null
  /** With sales beyond the pieces held as short lots. */
  readonly lots: OpenLotsState
  /** With those sales as pieces of unknown cost; `null` while there are none. */
  readonly cautious: OpenLotsState | null
}

export const emptyHolding: HoldingState = {
  quantity: 0n,
  currency: null,
  lots: { lots: [], unknown: 0n },
  cautious: null,
}

/**
 * One instrument in one account. Rows alone do not distinguish a short sale from a sale whose purchase is missing: from the first
 * such sale on both readings are kept, and the reader chooses by coverage and agreement (`readLots`).
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
   * `arrivals`: what came from other own accounts, with its cost. `oversell`: how `apply` reads a sale beyond what is held,
   * where the caller knows.
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
  /** The cost of its lots, as far as it is known; sales beyond the pieces held are short lots. */
  get lotCost(): bigint {
    return this.#lots.cost
  }
  /** Pieces of its lots whose cost is not known. */
  get uncosted(): bigint {
    return this.#lots.uncosted
  }
  /** Of the costs. */
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

  /** Pieces held before the first row, of unknown cost. */
  open(pieces: bigint): void {
    this.#trade(pieces, null, null)
  }

  /**
   * Applies the next row; returns what it closed, with sales beyond the pieces held as short lots. A repayment of a part of the
   * face closes no pieces: its part of the cost is what it closes.
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

  /** Costs of two currencies are never added: beside open lots of another currency a cost is not known. */
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

  /** Pieces from another own account keep their cost and the time when they were opened. */
  #receive(pieces: bigint, arrived: ArrivedLots): UnitClosing[] {
    if (this.#quantity === 0n) this.#currency = arrived.currency
    this.#currency ??= arrived.currency
    const isSame = arrived.currency === this.#currency
    const lots = isSame ? arrived.lots : arrived.lots.map((lot) => ({ ...lot, cost: null }))
    this.#quantity += pieces
    this.#cautious?.receive(lots)
    return this.#lots.receive(lots)
  }

  /** Whether the pieces multiply what is held; otherwise they are a trade of unknown cost. */
  #split(pieces: bigint): boolean {
    const [held, next] = [this.#quantity, this.#quantity + pieces]
    if (held === 0n || next === 0n || held < 0n !== next < 0n) return false
    this.#quantity = next
    // Sales of unknown lots are in the pieces held and in no lot.
    if (this.#oversell === 'unknown') this.#lots.split(held, next)
    else this.#lots.rescale(next)
    this.#cautious?.split(held, next)
    return true
  }

  /** An amortization returns its share of the face: the same share of the cost is realized against it. */
  #repay(row: LedgerRow, money: bigint): UnitClosing {
    const part = amortizationAt(this.#facts, row.at)
    this.#cautious?.returnCost(part)
    const cost = this.#lots.returnCost(part)
    return { quantity: 0n, cost, proceeds: row.currency === this.#currency ? money : null, openedAt: null }
  }
}
