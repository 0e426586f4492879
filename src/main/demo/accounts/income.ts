import { add, compare, type Decimal, decimalOf, multiply, negate, sign, zero } from '../../../shared/decimal.ts'
import { couponAmount, couponDays, faceOn } from '../catalog/bonds.ts'
import { dividendsOf } from '../catalog/corporate-events.ts'
import type { Instrument } from '../catalog/instrument.ts'
import type { Market } from '../market/market.ts'
import { dayAt, dayMs, hourMs, partsOf, type Day } from '../values/day.ts'
import { hashText } from '../values/random.ts'
import { exact } from '../values/wire.ts'
import { moneyDraft, roundedMoney, type TransactionDraft } from './transaction-row.ts'

/** What an instrument pays for each piece on a day. */
interface Payment {
  readonly day: Day
  readonly each: Decimal
  readonly name: string
  /** The last payment of a bond takes the pieces away. */
  readonly isRedemption?: true
}

/** Dividends, coupons, amortizations and redemptions of the pieces held on each day, with tax. */
export function incomeDrafts(
  market: Market,
  instrument: Instrument,
  moves: readonly TransactionDraft[],
  until: Day,
): readonly TransactionDraft[] {
  const payments: readonly Payment[] = [
    ...dividendsOf(market.seed, instrument, until).map(({ day, amount }) => ({ day, each: amount, name: 'Дивиденды' })),
    ...bondPayments(instrument, until),
  ]
  return payments.flatMap((payment) => paymentRows(instrument, payment, moves))
}

function paymentRows(
  instrument: Instrument,
  { day, each, name, isRedemption }: Payment,
  moves: readonly TransactionDraft[],
): readonly TransactionDraft[] {
  const { symbol, currency } = instrument
  const at = day * dayMs + 12 * hourMs + (hashText(41, symbol) % 3600) * 1000
  const held = moves
    .filter((move) => dayAt(move.at) < day)
    .reduce((total, { quantity }) => add(total, quantity ?? zero), zero)
  if (sign(held) === 0) return []
  const amount = roundedMoney(multiply(each, held))
  if (sign(held) < 0)
    return [moneyDraft(at, 'OUTCOMES', 'Возмещение дивидендов по короткой позиции', currency, amount, symbol)]
  const paid = moneyDraft(at, 'INCOME', name, currency, amount, symbol)
  if (isRedemption) return [{ ...paid, quantity: negate(held), costPrice: null }]
  const tax = roundedMoney(multiply(amount, exact('0.13')))
  if (name === 'Частичное погашение' || compare(tax, zero) === 0) return [paid]
  return [paid, moneyDraft(at, 'TAX', `Налог: ${name.toLowerCase()}`, currency, negate(tax), symbol)]
}

/** Coupons and what is repaid of the face; the rest of it at maturity. */
function bondPayments({ bond }: Instrument, until: Day): readonly Payment[] {
  if (bond === undefined) return []
  return couponDays(bond)
    .filter((day) => day <= until && partsOf(day).year >= 2019)
    .flatMap((day): Payment[] => {
      const coupon = { day, each: exact(String(couponAmount(bond, day))), name: 'Купоны' }
      const before = faceOn(bond, day - 1)
      if (day === bond.maturesOn)
        return [coupon, { day, each: decimalOf(before), name: 'Погашение облигаций', isRedemption: true }]
      const repaid = before - faceOn(bond, day)
      return repaid === 0 ? [coupon] : [coupon, { day, each: exact(String(repaid)), name: 'Частичное погашение' }]
    })
}
