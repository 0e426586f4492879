import { compareSum, mayBeZero, type Expectation } from './expectation.ts'
import type { IncomeEvent } from './income-event.ts'
import { mayPay, type Payment } from './payment.ts'

/** Which payments may belong to an event, and how their sum is compared with the expected amount. */
export interface PaymentRule {
  readonly mayPay: (payment: Payment, event: IncomeEvent) => boolean
  /** `null`: the amounts cannot be compared. */
  readonly compare: (event: Expectation, payments: readonly Payment[]) => 'equal' | 'less' | 'more' | null
  /** Whether the nearest event is chosen if amounts and order do not decide. */
  readonly prefersNearest: boolean
}

/** The sum of payments in units. */
export const sumOf = (payments: readonly Payment[]): bigint => payments.reduce((sum, { money }) => sum + money, 0n)

/** Payments in the currency of the event. */
export const inOneCurrency: PaymentRule = {
  mayPay,
  compare: (event, payments) => compareSum(event, sumOf(payments), payments.length),
  prefersNearest: false,
}

/** Payments and events that can be assigned only to each other. */
export interface Group {
  readonly events: readonly Expectation[]
  readonly payments: readonly GroupedPayment[]
}

/** A payment with its possible events, and the event that the time alone decides. */
export interface GroupedPayment {
  readonly payment: Payment
  /** The possible events of the payment, at least one. */
  readonly fitting: readonly Expectation[]
  readonly byTime: Expectation | null
}

/** The event of each payment of the group, in the order of the payments. */
export type Assignment = readonly Expectation[]

/** The largest number of assignments that are compared. */
const maxAssignments = 4_096

/** Returns the assignments of a group that leave the least unexplained; `null` if there are too many to compare. */
export function bestAssignments(group: Group, rule: PaymentRule): Assignment[] | null {
  const count = group.payments.reduce((product, { fitting }) => product * fitting.length, 1)
  if (count > maxAssignments) return null
  let best: { cost: Cost; assignments: Assignment[] } | null = null
  for (const assignment of allAssignments(group.payments)) {
    const cost = costOf(group, assignment, rule)
    const order = best === null ? -1 : compareCosts(cost, best.cost)
    if (order < 0) best = { cost, assignments: [assignment] }
    else if (order === 0) best?.assignments.push(assignment)
  }
  return best?.assignments ?? []
}

function* allAssignments(payments: readonly GroupedPayment[]): Generator<Assignment> {
  const [first, ...rest] = payments
  if (first === undefined) {
    yield []
    return
  }
  for (const assignment of allAssignments(rest)) for (const event of first.fitting) yield [event, ...assignment]
}

/**
 * The costs of an assignment: events that are unpaid or paid by another amount, payments that are not assigned to the
 * event that the time decides, equal payments out of order, and days between payments and events. Earlier numbers weigh
 * more.
 */
type Cost = readonly [unexplained: number, againstTime: number, disorder: number, days: number]

const compareCosts = (a: Cost, b: Cost): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3]

function costOf({ events, payments }: Group, assignment: Assignment, rule: PaymentRule): Cost {
  const paidBy = new Map<Expectation, Payment[]>()
  let days = 0
  for (const [index, event] of assignment.entries()) {
    const payment = payments[index]?.payment
    if (payment === undefined) continue
    paidBy.set(event, [...(paidBy.get(event) ?? []), payment])
    if (rule.prefersNearest) days += Math.abs(payment.day - event.event.day)
  }
  const unexplained = events.filter((event) => {
    const paid = paidBy.get(event)
    if (paid === undefined) return event.amount !== null && !mayBeZero(event)
    return !['equal', null].includes(rule.compare(event, paid))
  })
  const againstTime = payments.filter(({ byTime }, index) => byTime !== null && byTime !== assignment[index])
  return [unexplained.length, againstTime.length, disorderOf(payments, assignment), days]
}

/** The number of pairs of equal payments in which the later payment pays the earlier event. */
function disorderOf(payments: readonly GroupedPayment[], assignment: Assignment): number {
  let count = 0
  for (const [later, { payment }] of payments.entries()) {
    for (let earlier = 0; earlier < later; earlier++) {
      const isEqual = payments[earlier]?.payment.money === payment.money
      if (isEqual && (assignment[earlier]?.event.day ?? 0) > (assignment[later]?.event.day ?? 0)) count++
    }
  }
  return count
}
