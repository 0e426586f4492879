import { decimalOf, divide, negate, zero, type Decimal } from '../../../shared/decimal.ts'
import type { AccountPlan } from '../data/account-plans.ts'
import { dayAt, dayMs, dayOf, hourMs, partsOf, type Day } from '../values/day.ts'
import type { Market } from '../market/market.ts'
import { hashText, Random } from '../values/random.ts'
import { moneyDraft, type TransactionDraft } from './transaction-row.ts'

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
