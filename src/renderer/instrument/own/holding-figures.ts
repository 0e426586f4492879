import { add, divide, multiply, sign, subtract, sum, zero, type Decimal } from '#shared/decimal.ts'
import type { AccountCharges, ChargeTotal } from '#shared/model/ledger/charges.ts'
import type { OpenLot } from '#shared/model/ledger/ledger.ts'
import type { PositionRow } from '#shared/model/portfolio.ts'

/** Figures derived from an open lot. Money is in the lot's currency. */
export interface LotFigures {
  readonly lot: OpenLot
  /** The cost per piece. */
  readonly each: Decimal | null
  /** At the current price of the position; `null` if the cost or the value is unknown. */
  readonly unrealized: Decimal | null
}

/** Derives the figures of a lot. The value per piece comes from the position, because for a bond it is not the price. */
export function lotFigures(lot: OpenLot, position: PositionRow | undefined): LotFigures {
  const { cost, quantity, currency } = lot
  const pieceValue = position?.currency === currency ? pieceValueOf(position) : null
  return {
    lot,
    each: cost === null ? null : divide(cost, quantity),
    unrealized: cost === null || pieceValue === null ? null : subtract(multiply(quantity, pieceValue), cost),
  }
}

/**
 * The unrealized profit of the lots in one currency, at the current prices of the positions; `null` if there are none, or if
 * that of one lot is unknown.
 */
export function unrealizedOf(
  lots: readonly OpenLot[],
  positions: readonly PositionRow[],
  currency: string,
): Decimal | null {
  const own = lots.filter((lot) => lot.currency === currency)
  const known = own
    .map(
      (lot) =>
        lotFigures(
          lot,
          positions.find(({ accountId }) => accountId === lot.accountId),
        ).unrealized,
    )
    .filter((unrealized) => unrealized !== null)
  return own.length === 0 || known.length < own.length ? null : sum(known)
}

/** The total of the lots with a known cost. */
interface LotsCost {
  readonly cost: Decimal
  readonly pieces: Decimal
  /** Signed pieces with an unknown cost. */
  readonly unknownPieces: Decimal
  readonly currency: string | null
}

/**
 * The total cost of the lots; `null` if no cost is known, or if the costs are in several currencies, which are never added.
 */
export function costOf(lots: readonly OpenLot[]): LotsCost | null {
  let [cost, pieces, unknownPieces] = [zero, zero, zero]
  const currencies = new Set<string | null>()
  for (const lot of lots) {
    if (lot.cost === null) {
      unknownPieces = add(unknownPieces, lot.quantity)
      continue
    }
    cost = add(cost, lot.cost)
    pieces = add(pieces, lot.quantity)
    currencies.add(lot.currency)
  }
  const [currency = null, another] = currencies
  return currencies.size === 0 || another !== undefined ? null : { cost, pieces, unknownPieces, currency }
}

/**
 * The price at which the value of the lots with a known cost equals their cost; for a bond in percent of the face value.
 */
export function breakEvenOf(known: LotsCost, position: PositionRow | undefined): Decimal | null {
  const each = sign(known.pieces) === 0 ? null : divide(known.cost, known.pieces)
  if (each === null || position === undefined || position.currency !== known.currency) return null
  if (!position.isPercentOfFace) return each
  const { currentPrice } = position
  const pieceValue = pieceValueOf(position)
  if (currentPrice === null || pieceValue === null || sign(pieceValue) === 0) return null
  return divide(multiply(each, currentPrice), pieceValue)
}

function pieceValueOf({ value, quantity }: PositionRow): Decimal | null {
  return value === null || quantity === null || sign(quantity) === 0 ? null : divide(value, quantity)
}

/** Charges of one kind in one currency, of all accounts in scope. */
type ChargeLine = Pick<ChargeTotal, 'currency' | 'kind' | 'attributed' | 'ofAccount' | 'ambiguous'>

/** Adds the charges of accounts by kind and currency; `null` if part of the history of an account is not loaded. */
export function chargeLines(accounts: readonly AccountCharges[]): ChargeLine[] | null {
  if (accounts.some(({ coverage }) => coverage === 'partial')) return null
  const groups = Map.groupBy(
    accounts.flatMap(({ totals }) => totals),
    ({ currency, kind }) => `${currency} ${kind}`,
  )
  return [...groups.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return []
    const all = [first, ...more]
    const sum = (of: (total: ChargeTotal) => Decimal): Decimal => all.map(of).reduce(add, zero)
    return {
      currency: first.currency,
      kind: first.kind,
      attributed: sum(({ attributed }) => attributed),
      ofAccount: sum(({ ofAccount }) => ofAccount),
      ambiguous: sum(({ ambiguous }) => ambiguous),
    }
  })
}

/** Whether every charge of the line is of a known currency and belongs to a known trade or payment. */
export const isClearLine = ({ currency, attributed, ofAccount, ambiguous }: ChargeLine): boolean =>
  (currency !== '' || sign(attributed) === 0) && sign(ofAccount) === 0 && sign(ambiguous) === 0
