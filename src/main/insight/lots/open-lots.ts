import type { LotMethod } from '../../../shared/model/ledger/ledger.ts'
import { LotOrder } from './lot-order.ts'
import { magnitude, placesOf, roundedQuotient } from './units.ts'

/** Pieces that were opened together, in units. A short lot has negative pieces and, as cost, the negative of its proceeds. */
export interface UnitLot {
  /** Never 0. */
  readonly quantity: bigint
  /** Money for all of them; `null` if it is not known. */
  readonly cost: bigint | null
  /** As the caller counts time; `null` if it is not known. */
  readonly openedAt: number | null
}

/** What a trade closed: `quantity` pieces (positive), what they cost, and what closing them brought. */
export interface UnitClosing {
  readonly quantity: bigint
  readonly cost: bigint | null
  readonly proceeds: bigint | null
  readonly openedAt: number | null
}

/** Where a sale exceeds what is held: it opens a short lot, or its purchase is missing and its cost is unknown. */
export type Oversell = 'short' | 'unknown'

export interface OpenLotsState {
  /** In the order in which they were opened. */
  readonly lots: readonly UnitLot[]
  /** Pieces sold whose cost is not known. */
  readonly unknown: bigint
}

/** Places of money that is split, at least: cents. */
const moneyPlaces = 2
const piecePlaces = 12

/** The open lots of one symbol in one account. All of them are long, or all are short: a trade closes before it opens. */
export class OpenLots {
  readonly #method: LotMethod
  readonly #oversell: Oversell
  #lots: LotOrder
  #unknown: bigint
  /** Of open lots: what is known of their cost, and the pieces of the others. */
  #cost = 0n
  #uncosted = 0n

  constructor(method: LotMethod, oversell: Oversell, { lots, unknown }: OpenLotsState = { lots: [], unknown: 0n }) {
    this.#method = method
    this.#oversell = oversell
    this.#lots = new LotOrder(method, lots)
    this.#unknown = unknown
    for (const lot of lots) this.#count(lot, 1n)
  }

  /** The state from which another book can continue. */
  get state(): OpenLotsState {
    return { lots: this.#lots.list(), unknown: this.#unknown }
  }
  get unknown(): bigint {
    return this.#unknown
  }
  /** Of the open lots whose cost is known. */
  get cost(): bigint {
    return this.#cost
  }
  /** Open pieces (positive) whose cost is not known. */
  get uncosted(): bigint {
    return this.#uncosted
  }

  /** Signed pieces for `money` in all, positive where it is paid. Closes what is open against it first; returns what it closed. */
  trade(change: bigint, money: bigint | null, at: number | null): UnitClosing[] {
    const closed: UnitClosing[] = []
    let [left, moneyLeft] = [change, money]
    while (left !== 0n) {
      const lot = this.#lots.first()
      if (lot === null || lot.quantity < 0n === left < 0n) break
      const pieces = smaller(magnitude(left), magnitude(lot.quantity))
      const cost = shareOf(lot.cost, pieces, magnitude(lot.quantity))
      const paid = shareOf(moneyLeft, pieces, magnitude(left))
      closed.push(closingOf(lot, pieces, cost, paid))
      const quantity = lot.quantity > 0n ? lot.quantity - pieces : lot.quantity + pieces
      this.#replaceFirst(lot, quantity === 0n ? null : { ...lot, quantity, cost: minus(lot.cost, cost) })
      left += left > 0n ? -pieces : pieces
      moneyLeft = minus(moneyLeft, paid)
    }
    if (left !== 0n) closed.push(...this.#open(left, moneyLeft, at))
    return closed
  }

  /** Long lots of another book, each at the place of the time when it was opened. Against short lots they close as a trade does. */
  receive(lots: readonly UnitLot[]): UnitClosing[] {
    const first = this.#lots.first()
    if (this.#method === 'average' || (first !== null && first.quantity < 0n))
      return lots.flatMap(({ quantity, cost, openedAt }) => this.trade(quantity, cost, openedAt))
    const opened = ({ openedAt }: UnitLot): number => openedAt ?? Number.MIN_SAFE_INTEGER
    this.#replaceAll([...this.#lots.list(), ...lots].sort((a, b) => opened(a) - opened(b)))
    return []
  }

  /** `old` pieces become `next`. The cost stays. */
  split(old: bigint, next: bigint): void {
    const lots = this.#lots.list().flatMap((lot) => {
      const quantity = roundedQuotient(lot.quantity * next, old, piecePlaces)
      return quantity === 0n ? [] : [{ ...lot, quantity }]
    })
    this.#replaceAll(lots)
  }

  /** A split after which exactly `total` pieces are held, of the same side. The last lot takes what rounding leaves. */
  rescale(total: bigint): void {
    const held = this.#lots.list().reduce((sum, { quantity }) => sum + quantity, 0n)
    if (held === 0n || total === 0n || held < 0n !== total < 0n) return
    this.split(held, total)
    const lots = this.#lots.list()
    const last = lots.at(-1)
    if (last === undefined) return
    const quantity = last.quantity + total - lots.reduce((sum, lot) => sum + lot.quantity, 0n)
    if (quantity !== 0n) this.#replaceAll([...lots.slice(0, -1), { ...last, quantity }])
  }

  /**
   * The part of all costs that was returned, as a fraction; `null` makes all costs unknown. Returns the cost that is
   * realized, `null` if it is not known.
   */
  returnCost(part: { readonly numerator: bigint; readonly denominator: bigint } | null): bigint | null {
    let realized: bigint | null = 0n
    const lots = this.#lots.list().map((lot) => {
      const returned = part === null ? null : shareOf(lot.cost, part.numerator, part.denominator)
      realized = realized === null || returned === null ? null : realized + returned
      return { ...lot, cost: minus(lot.cost, returned) }
    })
    this.#replaceAll(lots)
    return realized
  }

  #open(quantity: bigint, cost: bigint | null, openedAt: number | null): UnitClosing[] {
    if (quantity < 0n && this.#oversell === 'unknown') {
      this.#unknown -= quantity
      return [{ quantity: -quantity, cost: null, proceeds: cost === null ? null : -cost, openedAt: null }]
    }
    const held = this.#method === 'average' ? this.#lots.first() : null
    if (held === null) {
      const lot = { quantity, cost, openedAt }
      this.#lots.add(lot)
      this.#count(lot, 1n)
    } else this.#replaceFirst(held, { ...held, quantity: held.quantity + quantity, cost: plus(held.cost, cost) })
    return []
  }

  #replaceFirst(old: UnitLot, next: UnitLot | null): void {
    this.#lots.replaceFirst(next)
    this.#count(old, -1n)
    if (next !== null) this.#count(next, 1n)
  }

  #replaceAll(lots: readonly UnitLot[]): void {
    this.#lots = new LotOrder(this.#method, lots)
    this.#cost = 0n
    this.#uncosted = 0n
    for (const lot of lots) this.#count(lot, 1n)
  }

  #count({ quantity, cost }: UnitLot, times: 1n | -1n): void {
    if (cost === null) this.#uncosted += times * magnitude(quantity)
    else this.#cost += times * cost
  }
}

/** A short lot is closed by a purchase: its proceeds came first, its cost comes now. */
function closingOf(lot: UnitLot, quantity: bigint, cost: bigint | null, paid: bigint | null): UnitClosing {
  const [spent, earned] = lot.quantity < 0n ? [paid, cost] : [cost, paid]
  return { quantity, cost: spent, proceeds: earned === null ? null : -earned, openedAt: lot.openedAt }
}

/** The part of an amount that `pieces` of `all` have. All of it is exactly all of it. */
function shareOf(amount: bigint | null, pieces: bigint, all: bigint): bigint | null {
  if (amount === null || pieces === all) return amount
  const exact = roundedQuotient(amount * pieces, all, piecePlaces)
  if (exact * all === amount * pieces) return exact
  return roundedQuotient(amount * pieces, all, Math.max(moneyPlaces, placesOf(amount)))
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const plus = (a: bigint | null, b: bigint | null): bigint | null => (a === null || b === null ? null : a + b)
const minus = (a: bigint | null, b: bigint | null): bigint | null => (a === null || b === null ? null : a - b)
