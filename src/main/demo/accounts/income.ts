import { decimalOf, divide, negate, zero, type Decimal, add, compare, multiply, sign } from '#shared/decimal.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import { couponAmount, couponDays, faceOn } from '../catalog/bonds.ts'
import { dividendsOf } from '../catalog/corporate-events.ts'
import type { Instrument } from '../catalog/instrument.ts'
import type { AccountPlan } from '../data/account-plans.ts'
import type { OddDividend } from '../data/account-story.ts'
import type { Market } from '../market/market.ts'
import { dayAt, dayOf, partsOf, type Day } from '../values/day.ts'
import { hashText, Random } from '../values/random.ts'
import { exact } from '../values/wire.ts'
import { moneyDraft, type TransactionDraft, roundedMoney } from './transaction-row.ts'

const hundredths = (count: number): Decimal => divide(decimalOf(count), decimalOf(100), 2) ?? zero

/** Monthly and yearly cash movements: deposits, fees, taxes, and sometimes one of each rare category. */
export function paymentDrafts(market: Market, plan: AccountPlan, until: Day): readonly TransactionDraft[] {
  const draw = new Random(hashText(market.seed, `${plan.id} household`))
  const drafts: TransactionDraft[] = []
  const { year, month } = partsOf(plan.openedOn)
  const months = Math.ceil((until - plan.openedOn) / 30.4)
  for (let index = 0; index < months; index++) {
    const first = dayOf(year + Math.floor((month - 1 + index) / 12), ((month - 1 + index) % 12) + 1, 1)
    drafts.push(...monthDrafts(draw, first, index))
  }
  return drafts.filter(({ at }) => dayAt(at) >= plan.openedOn && dayAt(at) <= until)
}

function monthDrafts(draw: Random, first: Day, index: number): readonly TransactionDraft[] {
  const at = (day: number, hour: number) => (first + day) * dayMs + hour * hourMs + draw.integer(0, 3599) * 1000
  const out = (when: number, category: string, name: string, count: number) =>
    moneyDraft(when, category, name, 'RUB', negate(hundredths(count)))
  // The last second of the month in Moscow.
  const monthEnd = dayOf(partsOf(first + 31).year, partsOf(first + 31).month, 1) * dayMs - 3 * hourMs - 1000
  const drafts = [
    moneyDraft(at(4, 9), 'DEPOSIT', 'Ввод денежных средств', 'RUB', decimalOf(draw.integer(15, 60) * 1000)),
    out(monthEnd, 'COMMISSION', 'Депозитарная комиссия', 17_700),
  ]
  const loan = out(at(14, 18), 'LOAN', 'Проценты по займу ценных бумаг', draw.integer(500, 9000))
  // Twin rows: equal except for their ids.
  if (index % 4 === 1) drafts.push(loan, loan)
  if (index % 3 === 2) drafts.push(out(at(9, 10), 'WITHDRAW', 'Вывод денежных средств', draw.integer(4, 30) * 100_000))
  if (index % 6 === 3) drafts.push(out(at(19, 11), 'OUTCOMES', 'Плата за доступ к рыночным данным', 29_900))
  if (index % 12 === 0) drafts.push(out(at(20, 12), 'TAX', 'НДФЛ за прошлый год', draw.integer(90_000, 900_000)))
  if (index % 12 === 6)
    drafts.push(
      moneyDraft(at(22, 8), 'OTHERS', 'Бонус программы лояльности', 'RUB', hundredths(draw.integer(1000, 90_000))),
    )
  if (index % 18 === 7)
    drafts.push(out(at(12, 13), 'FINE', 'Штраф за необеспеченную поставку', draw.integer(20_000, 90_000)))
  if (index % 24 === 10) {
    const name = 'Возврат при расторжении договора доверительного управления'
    drafts.push(
      moneyDraft(at(16, 9), 'CONTRACT_TERMINATION', name, 'RUB', hundredths(draw.integer(100_000, 9_000_000))),
    )
  }
  if (index % 24 === 13)
    drafts.push(moneyDraft(at(6, 9), 'INHERITANCE', 'Наследование денежных средств', 'RUB', hundredths(15_000_050)))
  if (index % 12 === 8)
    drafts.push(moneyDraft(at(7, 9), 'TRANSFER', 'Перевод с другого счёта', 'RUB', decimalOf(25_000)))
  return drafts
}

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
      day: dividend.day,
      each: dividend.amount,
      name: 'Дивиденды',
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

/** Coupons and partial repayments of the face value; the rest is repaid at maturity. */
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
