import { compare, decimalOf, divide, multiply, toSignificant, type Decimal } from '#shared/decimal.ts'
import type { IncomeReason } from '#shared/model/ledger/income-reason.ts'
import { formatUnits } from '../lots/units.ts'
import { assign, type Assigned } from './assign.ts'
import { sumOf, type PaymentRule } from './assignments.ts'
import type { Expectation } from './expectation.ts'
import { mayPayInOtherCurrency, type Payment } from './payment.ts'

/** What one unit of a currency cost in another one, and the date of that price. */
export interface KnownRate {
  readonly rate: Decimal
  readonly date: string
}

/** The rate of a day (days since 1970): what one unit of `from` cost in `to`; `null` if the app knows none. */
export type RateOfDay = (from: string, to: string, day: number) => KnownRate | null

/**
 * An implied rate may differ by a fifth from the rate of the day: money is converted on another day, and tax may be
 * withheld before.
 */
const [lowest, highest] = [decimalOf(0.8), decimalOf(1.2)]
const rateDigits = 6

/**
 * Assigns payments that pay no event of their currency to unpaid events that are declared in another one. The rate of
 * the day decides where it is known, then the nearest date.
 */
export function assignInOtherCurrency(assigned: Assigned, events: readonly Expectation[], rateOf: RateOfDay): Assigned {
  const taken = new Set(assigned.ambiguous.flatMap((group) => group.events))
  const unpaid = events.filter((event) => !taken.has(event) && sumOf(assigned.paid.get(event) ?? []) === 0n)
  const single = withOneCurrency(unpaid, assigned.without)
  const rule: PaymentRule = {
    mayPay: mayPayInOtherCurrency,
    compare: (event, payments) => compareAtRate(event, payments, rateOf),
    prefersNearest: true,
  }
  const isUsual = (payment: Payment): boolean => payment.money > 0n
  const found = assign(single, assigned.without.filter(isUsual), rule)
  const rest = new Set(found.without)
  return {
    paid: new Map([
      ...assigned.paid,
      ...[...found.paid].map(([event, own]) => [event, [...(assigned.paid.get(event) ?? []), ...own]] as const),
    ]),
    ambiguous: [...assigned.ambiguous, ...found.ambiguous],
    without: assigned.without.filter((payment) => !isUsual(payment) || rest.has(payment)),
  }
}

/** The events that long positions receive and that payments of only one other currency may pay. */
function withOneCurrency(events: readonly Expectation[], payments: readonly Payment[]): Expectation[] {
  const bySymbol = Map.groupBy(payments, ({ symbols }) => symbols[0] ?? '')
  return events.filter(({ event, amount }) => {
    const own = (bySymbol.get(event.symbol) ?? []).filter((payment) => mayPayInOtherCurrency(payment, event))
    return new Set(own.map(({ currency }) => currency)).size === 1 && (amount === null || amount.high > 0n)
  })
}

function compareAtRate({ event, amount }: Expectation, payments: readonly Payment[], rateOf: RateOfDay) {
  const [first] = payments
  if (amount === null || first === undefined) return null
  const known = rateOf(event.currency, first.currency, first.day)
  if (known === null) return null
  const paid = formatUnits(sumOf(payments))
  const at = (units: bigint, factor: Decimal): Decimal => multiply(multiply(formatUnits(units), known.rate), factor)
  if (compare(paid, at(amount.low, lowest)) < 0) return 'less'
  return compare(paid, at(amount.high, highest)) > 0 ? 'more' : 'equal'
}

/** Explains a payment in another currency than declared: the rate that its amount implies, and that of the day. */
export function explainOtherCurrency(
  expectation: Expectation,
  payments: readonly Payment[],
  rateOf: RateOfDay,
): IncomeReason {
  const { event, amount } = expectation
  const [from, to] = [event.currency, payments[0]?.currency ?? '']
  const isCertain = amount !== null && amount.low === amount.high && amount.low > 0n
  const quotient = isCertain ? divide(formatUnits(sumOf(payments)), formatUnits(amount.low), 18) : null
  const implied = quotient === null ? null : toSignificant(quotient, rateDigits)
  const known = rateOf(from, to, payments[0]?.day ?? event.day)
  const compared = compareAtRate(expectation, payments, rateOf)
  if (implied === null) return { code: 'paid-in-other-currency', rate: { from, to, implied: null, known: null } }
  if (known === null || compared === null) return { code: 'implied-rate', rate: { from, to, implied, known: null } }
  return {
    code: compared === 'equal' ? 'implied-rate-is-near' : 'implied-rate-is-far',
    rate: { from, to, implied, known: toSignificant(known.rate, rateDigits) },
    date: known.date,
  }
}
