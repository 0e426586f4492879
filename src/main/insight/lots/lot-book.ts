import type { Decimal } from '../../../shared/decimal.ts'
import type { LotMethod } from '../../../shared/model/ledger/ledger.ts'
import { OpenLots, type Oversell, type UnitClosing, type UnitLot } from './open-lots.ts'
import { formatUnits, parseUnits } from './units.ts'

/** Pieces that were opened together. A short lot has a negative quantity and, as cost, the negative of its proceeds. */
export interface Lot {
  /** Signed pieces, never 0. */
  readonly quantity: Decimal
  /** Money for all of them; `null` if it is not known. */
  readonly cost: Decimal | null
  /** Of the opening trade, as the caller counts time. */
  readonly openedAt: number | null
}

/** What a trade closed: `quantity` pieces (positive), what they cost, and what closing them brought. */
export interface ClosedLot {
  readonly quantity: Decimal
  readonly cost: Decimal | null
  readonly proceeds: Decimal | null
  readonly openedAt: number | null
}

/**
 * The open lots of one symbol in one account, in exact decimals of up to 18 places. After a full sale quantity and cost are
 * exactly 0. The cost of a part is rounded to the cent where it has no end, and the rest stays with the lot: nothing is lost.
 */
export class LotBook {
  readonly #open: OpenLots

  constructor(method: LotMethod, oversell: Oversell) {
    this.#open = new OpenLots(method, oversell)
  }

  get lots(): readonly Lot[] {
    return this.#open.state.lots.map((lot) => ({ ...lot, quantity: formatUnits(lot.quantity), cost: format(lot.cost) }))
  }
  /** Pieces sold whose cost is not known. */
  get unknown(): Decimal {
    return formatUnits(this.#open.unknown)
  }
  get quantity(): Decimal {
    return formatUnits(this.#open.state.lots.reduce((total, { quantity }) => total + quantity, 0n))
  }
  /** Of all open lots; `null` if one of them is not known. */
  get cost(): Decimal | null {
    return format(this.#open.state.lots.reduce<bigint | null>(addCost, 0n))
  }

  /** Buys `pieces` (positive) for `cost` in all. Closes short lots first; returns what it closed. */
  buy(pieces: Decimal, cost: Decimal | null, at: number): ClosedLot[] {
    return this.#open.trade(parse(pieces), cost === null ? null : parse(cost), at).map(closedLot)
  }

  /** Sells `pieces` (positive) for `proceeds` in all; returns what it closed, unknown cost included. */
  sell(pieces: Decimal, proceeds: Decimal | null, at: number): ClosedLot[] {
    return this.#open.trade(-parse(pieces), proceeds === null ? null : -parse(proceeds), at).map(closedLot)
  }

  /** `old` pieces become `next`. The cost stays. */
  split(old: Decimal, next: Decimal): void {
    this.#open.split(parse(old), parse(next))
  }
}

const closedLot = ({ quantity, cost, proceeds, openedAt }: UnitClosing): ClosedLot => ({
  quantity: formatUnits(quantity),
  cost: format(cost),
  proceeds: format(proceeds),
  openedAt,
})

const addCost = (total: bigint | null, { cost }: UnitLot): bigint | null =>
  total === null || cost === null ? null : total + cost

const format = (units: bigint | null): Decimal | null => (units === null ? null : formatUnits(units))

function parse(value: Decimal): bigint {
  const units = parseUnits(value)
  if (units === null) throw new RangeError('an amount with more than 18 decimals')
  return units
}
