import { dayMs } from '#shared/durations.ts'
import type { ReturnedCost } from '../lots/lot-shares.ts'
import { magnitude, parseUnits, unitPlaces } from '../lots/units.ts'
import { daysAfter, daysBefore } from '../payment-window.ts'
import type { LedgerRow } from './row.ts'
import type { Amortization } from './symbol-facts.ts'

/** The money that rows have paid for a repayment of face value: `at` is that of the event. In units of 10⁻¹⁸. */
export interface Repaid {
  readonly at: number
  readonly paid: bigint
}

interface Repayments {
  readonly events: readonly Amortization[]
  readonly repaid: readonly Repaid[]
  /** The pieces that were held when an event came (UTC ms), as far as they still are, in units. */
  readonly piecesAt: (at: number) => bigint
}

/** The shares of the cost that a payment returns, oldest event first; `null` if they are not known. */
interface Assigned {
  readonly shares: readonly ReturnedCost[] | null
  readonly repaid: readonly Repaid[]
}

/** The amount of a repayment for the pieces held, in units, without signs. */
interface Due {
  readonly event: Amortization
  readonly whole: bigint
  readonly paid: bigint
  readonly rest: bigint
}

type Paid = Due & { readonly own: bigint }

/** Each row may have a rounding difference of up to 0.01. */
const rounding = parseUnits('0.01') ?? 0n
const isEqual = (a: bigint, b: bigint): boolean => magnitude(a - b) <= rounding

/**
 * Assigns a payment to the repayments that it pays: the first whose open amount it is, or else the open ones from the
 * oldest on. A payment of a part returns that part of the share. What is paid beyond all of them, as for pieces that
 * were sold since, returns nothing more; some cents alone after the last payment neither.
 */
export function assignRepayment(
  row: Pick<LedgerRow, 'at' | 'currency'>,
  money: bigint,
  { events, repaid, piecesAt }: Repayments,
): Assigned {
  const day = Math.floor(row.at / dayMs)
  const near = events.filter(({ at }) => at / dayMs - daysBefore <= day && day <= at / dayMs + daysAfter)
  const due: Due[] = near.flatMap((event) => {
    const pieces = piecesAt(event.at)
    const whole = magnitude(event.numerator * pieces) / one
    const paid = repaid.find(({ at }) => at === event.at)?.paid ?? 0n
    return whole === 0n || pieces < 0n !== money < 0n ? [] : [{ event, whole, paid, rest: whole - paid }]
  })
  const unpaid = due.filter(({ rest }) => rest > rounding)
  if (unpaid.length === 0) {
    const isOnlyRounding = due.length > 0 && magnitude(money) <= rounding
    return { shares: isOnlyRounding ? [] : null, repaid }
  }
  const paidNow = distribute(magnitude(money), unpaid, row.currency)
  return {
    shares: paidNow.map((each) => shareOfFace(each, due, paidNow)),
    repaid: [
      ...repaid.filter(({ at }) => row.at - at < keptMs && !paidNow.some(({ event }) => event.at === at)),
      ...paidNow.map(({ event, paid, own }) => ({ at: event.at, paid: paid + own })),
    ],
  }
}

/**
 * The share of the face value that a payment returns. A repayment is often paid after a later one, so the face value is that
 * which was not paid yet: with what earlier repayments still owe, and without what later ones have paid.
 */
function shareOfFace({ event, whole, paid, own }: Paid, due: readonly Due[], paidNow: readonly Paid[]): ReturnedCost {
  const perPiece = ({ event: { numerator }, whole: all }: Due, money: bigint): bigint => (numerator * money) / all
  const paidLater = due.reduce((sum, each) => (each.event.at > event.at ? sum + perPiece(each, each.paid) : sum), 0n)
  const owed = due.flatMap((each) => {
    const rest = each.rest - (paidNow.find((now) => now.event === each.event)?.own ?? 0n)
    if (each.event.at >= event.at || rest <= rounding) return []
    return [{ before: each.event.at, amount: whole * perPiece(each, rest) }]
  })
  return {
    before: event.at,
    numerator: own * event.numerator,
    owed,
    denominator: whole * (event.denominator - paidLater) - paid * event.numerator,
  }
}

const one = 10n ** BigInt(unitPlaces)
/** Older events get no more payments. */
const keptMs = 2 * daysAfter * dayMs

/** The amount that each repayment gets. An amount in another currency cannot be compared: it pays the first one. */
function distribute(money: bigint, unpaid: readonly Due[], currency: string | null): Paid[] {
  const exact = unpaid.find(({ rest }) => isEqual(rest, money))
  let left = money
  return (exact === undefined ? unpaid : [exact]).flatMap((each) => {
    if (left <= 0n) return []
    const isForeign = each.event.currency !== '' && each.event.currency !== currency
    const own = isForeign || left > each.rest || isEqual(left, each.rest) ? each.rest : left
    left -= isForeign || isEqual(left, each.rest) ? left : own
    return [{ ...each, own }]
  })
}
