import type { Oversell } from '#main/insight/lots/open-lots.ts'
import {
  absolute,
  add,
  compare,
  divide,
  multiply,
  negate,
  sign,
  subtract,
  zero,
  type Decimal,
} from '#shared/decimal.ts'
import type { LotMethod } from '#shared/model/ledger/ledger.ts'

/**
 * Pieces opened by the same trade. A short lot has a negative quantity, and its cost is the negative of its proceeds.
 */
interface Lot {
  /** Signed pieces, never 0. */
  readonly quantity: Decimal
  /** The cost of all pieces; `null` if it is not known. */
  readonly cost: Decimal | null
  /** The time of the opening trade, in the unit that the caller uses. */
  readonly openedAt: number
}

/** The part of a lot that a trade closes: `quantity` pieces (positive), their cost and their proceeds. */
interface ClosedLot {
  readonly quantity: Decimal
  readonly cost: Decimal | null
  readonly proceeds: Decimal | null
  readonly openedAt: number | null
}

/** The minimum number of decimal places of a divided amount of money: cents. */
const moneyPlaces = 2
const piecePlaces = 12

/**
 * A simple implementation of the rules of lots, in decimal text and with a search for each lot, with which `LotBook` is
 * compared. After a full sale, quantity and cost are exactly 0. The cost of a part is rounded to the cent if it is not
 * a finite decimal; the rest remains the cost of the lot, so that no cost is lost.
 */
export class PlainLotBook {
  readonly #method: LotMethod
  readonly #oversell: Oversell
  #lots: readonly Lot[]
  /** The number of sold pieces whose cost is not known. */
  #unknown: Decimal

  constructor(method: LotMethod, oversell: Oversell, state: { lots: readonly Lot[]; unknown: Decimal } = empty) {
    this.#method = method
    this.#oversell = oversell
    this.#lots = state.lots
    this.#unknown = state.unknown
  }

  get lots(): readonly Lot[] {
    return this.#lots
  }
  get unknown(): Decimal {
    return this.#unknown
  }
  get quantity(): Decimal {
    return this.#lots.reduce((total, lot) => add(total, lot.quantity), zero)
  }
  /** The cost of all open lots; `null` if one of them is not known. */
  get cost(): Decimal | null {
    return this.#lots.reduce<Decimal | null>((total, { cost }) => addKnown(total, cost), zero)
  }

  /** Buys `pieces` (positive) for `cost` in total. Closes short lots first; returns the closed parts. */
  buy(pieces: Decimal, cost: Decimal | null, at: number): ClosedLot[] {
    return this.#trade(pieces, cost, at)
  }

  /** Sells `pieces` (positive) for `proceeds` in total. Returns the closed parts, including those of unknown cost. */
  sell(pieces: Decimal, proceeds: Decimal | null, at: number): ClosedLot[] {
    return this.#trade(negate(pieces), proceeds === null ? null : negate(proceeds), at)
  }

  /** Applies a split: `old` pieces become `next` pieces. The cost stays the same. */
  split(old: Decimal, next: Decimal): void {
    this.#lots = this.#lots.flatMap((lot) => {
      const quantity = divide(multiply(lot.quantity, next), old, piecePlaces)
      return quantity === null || sign(quantity) === 0 ? [] : [{ ...lot, quantity }]
    })
  }

  /** Applies a trade of `change` signed pieces for `money` in total, positive if it is paid. */
  #trade(change: Decimal, money: Decimal | null, at: number): ClosedLot[] {
    const closed: ClosedLot[] = []
    let [left, moneyLeft] = [change, money]
    for (let lot = this.#nextToClose(left); lot !== null && sign(left) !== 0; lot = this.#nextToClose(left)) {
      const pieces = minimum(absolute(left), absolute(lot.quantity))
      const cost = shareOf(lot.cost, pieces, absolute(lot.quantity))
      const paid = shareOf(moneyLeft, pieces, absolute(left))
      closed.push(closedLot(lot, pieces, cost, paid))
      this.#reduce(lot, pieces, cost)
      left = sign(left) > 0 ? subtract(left, pieces) : add(left, pieces)
      moneyLeft = subtractKnown(moneyLeft, paid)
    }
    if (sign(left) !== 0) closed.push(...this.#open(left, moneyLeft, at))
    return closed
  }

  #open(quantity: Decimal, cost: Decimal | null, at: number): ClosedLot[] {
    if (sign(quantity) < 0 && this.#oversell === 'unknown') {
      const pieces = absolute(quantity)
      this.#unknown = add(this.#unknown, pieces)
      return [{ quantity: pieces, cost: null, proceeds: cost === null ? null : negate(cost), openedAt: null }]
    }
    const [held] = this.#lots
    this.#lots =
      this.#method === 'average' && held !== undefined
        ? [{ ...held, quantity: add(held.quantity, quantity), cost: addKnown(held.cost, cost) }]
        : [...this.#lots, { quantity, cost, openedAt: at }]
    return []
  }

  #nextToClose(change: Decimal): Lot | null {
    const closable = this.#lots.filter(({ quantity }) => sign(quantity) === -sign(change))
    if (this.#method === 'lifo') return closable.at(-1) ?? null
    if (this.#method !== 'hifo') return closable[0] ?? null
    return closable.reduce<Lot | null>((best, lot) => (best === null || costsMore(lot, best) ? lot : best), null)
  }

  #reduce(lot: Lot, pieces: Decimal, cost: Decimal | null): void {
    const quantity = sign(lot.quantity) > 0 ? subtract(lot.quantity, pieces) : add(lot.quantity, pieces)
    const rest = sign(quantity) === 0 ? [] : [{ ...lot, quantity, cost: subtractKnown(lot.cost, cost) }]
    this.#lots = this.#lots.flatMap((held) => (held === lot ? rest : [held]))
  }
}

const empty = { lots: [], unknown: zero }

/** A purchase closes a short lot: its proceeds came first, and its cost comes now. */
function closedLot(lot: Lot, quantity: Decimal, cost: Decimal | null, paid: Decimal | null): ClosedLot {
  const isShort = sign(lot.quantity) < 0
  const [spent, earned] = isShort ? [paid, cost] : [cost, paid]
  return { quantity, cost: spent, proceeds: earned === null ? null : negate(earned), openedAt: lot.openedAt }
}

/** The share of an amount for `pieces` of `all` pieces. The share of all pieces is exactly the amount. */
function shareOf(amount: Decimal | null, pieces: Decimal, all: Decimal): Decimal | null {
  if (amount === null) return null
  if (compare(pieces, all) === 0) return amount
  const exact = divide(multiply(amount, pieces), all, piecePlaces)
  if (exact !== null && compare(multiply(exact, all), multiply(amount, pieces)) === 0) return exact
  return divide(multiply(amount, pieces), all, Math.max(moneyPlaces, placesOf(amount)))
}

const placesOf = (amount: Decimal): number => amount.split('.')[1]?.length ?? 0
const minimum = (a: Decimal, b: Decimal): Decimal => (compare(a, b) <= 0 ? a : b)
const addKnown = (a: Decimal | null, b: Decimal | null): Decimal | null => (a === null || b === null ? null : add(a, b))
const subtractKnown = (a: Decimal | null, b: Decimal | null): Decimal | null =>
  a === null || b === null ? null : subtract(a, b)

/** Compares the cost per piece without a division. An unknown cost counts as the lowest. */
function costsMore(a: Lot, b: Lot): boolean {
  if (a.cost === null || b.cost === null) return b.cost === null && a.cost !== null
  return compare(multiply(a.cost, absolute(b.quantity)), multiply(b.cost, absolute(a.quantity))) > 0
}
