import type { Decimal } from '#shared/decimal.ts'
import type { LotMethod } from '#shared/model/ledger/ledger.ts'
import { OpenLots, type Oversell, type UnitClosing, type UnitLot } from '../insight/lots/open-lots.ts'
import { formatUnits, parseUnits } from '../insight/lots/units.ts'

/**
 * Pieces opened by the same trade. A short lot has a negative quantity, and its cost is the negative of its proceeds.
 */
export interface Lot {
  /** Signed pieces, never 0. */
  readonly quantity: Decimal
  /** The cost of all pieces; `null` if it is not known. */
  readonly cost: Decimal | null
  /** The time of the opening trade, in the unit that the caller uses; `null` if it is not known. */
  readonly openedAt: number | null
}

/** The part of a lot that a trade closes: `quantity` pieces (positive), their cost and their proceeds. */
export interface ClosedLot {
  readonly quantity: Decimal
  readonly cost: Decimal | null
  readonly proceeds: Decimal | null
  readonly openedAt: number | null
}

/**
 * The open lots of one symbol in one account, in exact decimals of up to 18 places. After a full sale, quantity and
 * cost are exactly 0. The cost of a part is rounded to the cent if it is not a finite decimal; the rest stays with the
 * lot, so that no cost is lost. Throws a `RangeError` for amounts with more than 18 decimals.
 */
export class LotBook {
  readonly #open: OpenLots

  constructor(method: LotMethod, oversell: Oversell) {
    this.#open = new OpenLots(method, oversell)
  }

  get lots(): readonly Lot[] {
    return this.#open.state.lots.map((lot) => ({ ...lot, quantity: formatUnits(lot.quantity), cost: format(lot.cost) }))
  }
  /** The number of sold pieces whose cost is not known. */
  get unknown(): Decimal {
    return formatUnits(this.#open.unknown)
  }
  get quantity(): Decimal {
    return formatUnits(this.#open.state.lots.reduce((total, { quantity }) => total + quantity, 0n))
  }
  /** The cost of all open lots; `null` if one of them is not known. */
  get cost(): Decimal | null {
    return format(this.#open.state.lots.reduce<bigint | null>(addCost, 0n))
  }

  /** Buys `pieces` (positive) for `cost` in total. Closes short lots first; returns the closed parts. */
  buy(pieces: Decimal, cost: Decimal | null, at: number): ClosedLot[] {
    return this.#open.trade(parse(pieces), cost === null ? null : parse(cost), at).map(closedLot)
  }

  /** Sells `pieces` (positive) for `proceeds` in total. Returns the closed parts, including those of unknown cost. */
  sell(pieces: Decimal, proceeds: Decimal | null, at: number): ClosedLot[] {
    return this.#open.trade(-parse(pieces), proceeds === null ? null : -parse(proceeds), at).map(closedLot)
  }

  /** Applies a split: `old` pieces become `next` pieces. The cost stays the same. */
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
