import { add, compare, type Decimal, decimalOf, multiply, negate, sign, zero } from '../../../shared/decimal.ts'
import { couponAmount, couponDays, faceOn } from '../catalog/bonds.ts'
import { dividendsOf } from '../catalog/corporate-events.ts'
import type { OddDividend } from '../data/account-story.ts'
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
  readonly odd?: OddDividend['what']
}

/** Dividends, coupons, amortizations and redemptions of the pieces held on each day, with tax. */
export function incomeDrafts(
  market: Market,
  instrument: Instrument,
  moves: readonly TransactionDraft[],
  until: Day,
  oddDividends: readonly OddDividend[],
): readonly TransactionDraft[] {
  const odd = oddDividends.find(({ symbol }) => symbol === instrument.symbol)
  const dividends = dividendsOf(market.seed, instrument, until)
  const oddOne = odd === undefined ? undefined : dividends.find(({ day }) => day >= odd.from)
  const payments: readonly Payment[] = [
    ...dividends.map((dividend) => ({
      ...{ day: dividend.day, each: dividend.amount, name: 'Дивиденды' },
      ...(odd !== undefined && dividend === oddOne && { odd: odd.what }),
    })),
    ...bondPayments(instrument, until),
  ]
  return payments.flatMap((payment) => {
    const rows = paymentRows(instrument, payment, moves)
    return payment.odd === undefined ? rows : oddRows(rows, payment.odd)
  })
}

/** The rows of a dividend that does not arrive as it should. */
function oddRows(rows: readonly TransactionDraft[], what: OddDividend['what']): readonly TransactionDraft[] {
  const later = (days: number, row: TransactionDraft): TransactionDraft => ({ ...row, at: row.at + days * dayMs })
  const [paid, ...taxes] = rows
  if (paid === undefined || what === 'missing') return []
  if (what === 'late') return rows.map((row) => later(lateDays, row))
  if (what === 'reversed-once') {
    const reversal = { ...later(2, paid), name: 'Отмена выплаты: дивиденды', amount: negate(paid.amount) }
    return [paid, reversal, ...[paid, ...taxes].map((row) => later(4, row))]
  }
  const first = roundedMoney(multiply(paid.amount, exact('0.4')))
  const rest = add(paid.amount, negate(first))
  return [{ ...paid, amount: first }, ...[{ ...paid, amount: rest }, ...taxes].map((row) => later(6, row))]
}

const lateDays = 24

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
