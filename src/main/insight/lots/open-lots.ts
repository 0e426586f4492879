import type { LotMethod } from '#shared/model/ledger/ledger.ts'
import { LotOrder } from './lot-order.ts'
import { shareOf, splitLots, type ReturnedCost } from './lot-shares.ts'
import { magnitude } from './units.ts'

/** Pieces opened by the same trade. If a lot is short, its pieces are negative and its cost is minus its proceeds. */
export interface UnitLot {
  /** Never 0. */
  readonly quantity: bigint
  /** The cost of all pieces; `null` if it is not known. */
  readonly cost: bigint | null
  /** The time of the opening trade, in the unit that the caller uses; `null` if it is not known. */
  readonly openedAt: number | null
}

/** The part of a lot that a trade closes: its pieces (positive), their cost and their proceeds. */
export interface UnitClosing {
  readonly quantity: bigint
  readonly cost: bigint | null
  readonly proceeds: bigint | null
  readonly openedAt: number | null
}

/** A sale of more pieces than are held opens a short lot, or its purchase is missing and its cost is unknown. */
export type Oversell = 'short' | 'unknown'

/** The state of open lots. */
export interface OpenLotsState {
  /** In the order in which they were opened. */
  readonly lots: readonly UnitLot[]
  /** The number of sold pieces whose cost is not known, in units. */
  readonly unknown: bigint
}

/** The open lots of one symbol in one account: all long, or all short. All amounts are in units of 10⁻¹⁸. */
export class OpenLots {
  readonly #method: LotMethod
  readonly #oversell: Oversell
  #lots: LotOrder
  #unknown: bigint
  /** For the open lots: the sum of the known costs, and the pieces of lots without a known cost. */
  #cost = 0n
  #piecesWithoutCost = 0n

  constructor(method: LotMethod, oversell: Oversell, { lots, unknown }: OpenLotsState = { lots: [], unknown: 0n }) {
    this.#method = method
    this.#oversell = oversell
    this.#lots = new LotOrder(method, lots)
    this.#unknown = unknown
    for (const lot of lots) this.#count(lot, 1n)
  }

  /** The state from which another instance can continue. */
  get state(): OpenLotsState {
    return { lots: this.#lots.list(), unknown: this.#unknown }
  }
  get unknown(): bigint {
    return this.#unknown
  }
  /** The cost of the open lots whose cost is known, in units. */
  get cost(): bigint {
    return this.#cost
  }
  /** The number of open pieces (positive) whose cost is not known, in units. */
  get piecesWithoutCost(): bigint {
    return this.#piecesWithoutCost
  }

  /**
   * Applies a trade of `change` pieces (signed) for `money` in total (positive if it is paid). Closes opposite lots
   * first; returns the closed parts.
   */
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

  /**
   * Receives long lots from another account, and sorts them by the time when they were opened. With the method
   * `average`, or if the open lots are short, they are applied as trades; returns the closed parts.
   */
  receive(lots: readonly UnitLot[]): UnitClosing[] {
    const first = this.#lots.first()
    if (this.#method === 'average' || (first !== null && first.quantity < 0n))
      return lots.flatMap(({ quantity, cost, openedAt }) => this.trade(quantity, cost, openedAt))
    const opened = ({ openedAt }: UnitLot): number => openedAt ?? Number.MIN_SAFE_INTEGER
    this.#replaceAll([...this.#lots.list(), ...lots].sort((a, b) => opened(a) - opened(b)))
    return []
  }

  /**
   * Takes pieces (positive) and their cost out of the newest lot that was opened since a time for that cost per piece. Returns
   * whether there is one.
   */
  takeBack(pieces: bigint, cost: bigint, since: number): boolean {
    const lots = this.#lots.list()
    const place = lots.findLastIndex(
      (lot) =>
        lot.cost !== null &&
        lot.quantity >= pieces &&
        lot.cost * pieces === cost * lot.quantity &&
        (lot.openedAt ?? -Infinity) >= since,
    )
    const taken = lots[place]
    if (taken?.cost == null) return false
    const rest = { ...taken, quantity: taken.quantity - pieces, cost: taken.cost - cost }
    this.#replaceAll(lots.toSpliced(place, 1, ...(rest.quantity === 0n ? [] : [rest])))
    return true
  }

  /** Takes all lots out. */
  takeAll(): readonly UnitLot[] {
    const lots = this.#lots.list()
    this.#replaceAll([])
    return lots
  }

  /** Applies a split: `old` pieces become `next` pieces. The cost stays the same. */
  split(old: bigint, next: bigint): void {
    this.#replaceAll(splitLots(this.#lots.list(), old, next))
  }

  /**
   * Returns shares of the costs after a repayment; `null` makes all costs unknown. The result is the cost that is
   * realized; `null` if it is not known.
   */
  returnCost(shares: readonly ReturnedCost[] | null): bigint | null {
    let realized: bigint | null = 0n
    const lots = this.#lots.list().map((lot) => {
      const returned = shares === null ? null : this.#returned(lot, shares)
      realized = plus(realized, returned)
      return { ...lot, cost: minus(lot.cost, returned) }
    })
    this.#replaceAll(lots)
    return realized
  }

  /** The pieces of lots that were open before a time; with the method `average`, of the only lot. In units, signed. */
  piecesBefore(at: number): bigint {
    return this.#lots.list().reduce((sum, lot) => (this.#isBefore(lot, at) ? sum + lot.quantity : sum), 0n)
  }

  #returned(lot: UnitLot, shares: readonly ReturnedCost[]): bigint | null {
    return shares.reduce<bigint | null>((sum, { before, numerator, denominator, owed = [] }) => {
      if (!this.#isBefore(lot, before)) return sum
      const whole = owed.reduce(
        (all, each) => (this.#isBefore(lot, each.before) ? all + each.amount : all),
        denominator,
      )
      return plus(sum, shareOf(minus(lot.cost, sum), numerator, whole))
    }, 0n)
  }

  /** A lot of average cost may contain later purchases, which cannot be told apart. */
  #isBefore({ openedAt }: UnitLot, at: number): boolean {
    return openedAt === null || openedAt < at || this.#method === 'average'
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
    this.#piecesWithoutCost = 0n
    for (const lot of lots) this.#count(lot, 1n)
  }

  #count({ quantity, cost }: UnitLot, times: 1n | -1n): void {
    if (cost === null) this.#piecesWithoutCost += times * magnitude(quantity)
    else this.#cost += times * cost
  }
}

/** A purchase closes a short lot: its proceeds came first, and its cost comes now. */
function closingOf(lot: UnitLot, quantity: bigint, cost: bigint | null, paid: bigint | null): UnitClosing {
  const [spent, earned] = lot.quantity < 0n ? [paid, cost] : [cost, paid]
  return { quantity, cost: spent, proceeds: earned === null ? null : -earned, openedAt: lot.openedAt }
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const plus = (a: bigint | null, b: bigint | null): bigint | null => (a === null || b === null ? null : a + b)
const minus = (a: bigint | null, b: bigint | null): bigint | null => (a === null || b === null ? null : a - b)
