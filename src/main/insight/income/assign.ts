import { bestAssignments, inOneCurrency, type Group, type GroupedPayment, type PaymentRule } from './assignments.ts'
import type { Expectation } from './expectation.ts'
import { eventByTime, EventsBySymbol } from './fitting-events.ts'
import type { Payment } from './payment.ts'

/** The assignment of payments to events of an account. */
export interface Assigned {
  readonly paid: ReadonlyMap<Expectation, readonly Payment[]>
  readonly ambiguous: readonly AmbiguousGroup[]
  /** Payments without an event. */
  readonly without: readonly Payment[]
}

/** Events and payments that can be assigned in several equally good ways. */
export interface AmbiguousGroup {
  readonly events: readonly Expectation[]
  readonly payments: readonly Payment[]
}

/** Assigns payments to events if time and amounts allow only one assignment. */
export function assign(
  events: readonly Expectation[],
  payments: readonly Payment[],
  rule: PaymentRule = inOneCurrency,
): Assigned {
  const bySymbol = new EventsBySymbol(events, rule.mayPay)
  const linked: GroupedPayment[] = payments.map((payment) => {
    const fitting = bySymbol.fitting(payment)
    return { payment, fitting, byTime: eventByTime(payment, fitting) }
  })
  const fitted = linked.filter(({ fitting }) => fitting.length > 0)
  const paid = new PaidEvents(rule)
  const ambiguous: AmbiguousGroup[] = []
  const moving = fitted.filter(({ payment }) => payment.money !== 0n)
  for (const group of groupsOf(paid.settle(moving, 'exact'))) {
    if (paid.decide(group, ambiguous)) continue
    // There are too many assignments to compare, so the nearest event in time decides, without the amounts.
    for (const rest of groupsOf(paid.settle(group.payments, 'any')))
      if (!paid.decide(rest, ambiguous)) ambiguous.push(plainGroup(rest))
  }
  // A reversed payment changes no sum. It is shown with the nearest event.
  for (const { payment, fitting, byTime } of fitted)
    if (payment.money === 0n) paid.add(byTime ?? nearestTo(payment, fitting), [payment])
  const without = linked.filter(({ fitting }) => fitting.length === 0).map(({ payment }) => payment)
  return { paid: paid.byEvent, ambiguous, without }
}

/** The events whose payments are assigned. */
class PaidEvents {
  readonly byEvent = new Map<Expectation, readonly Payment[]>()
  readonly #rule: PaymentRule

  constructor(rule: PaymentRule) {
    this.#rule = rule
  }

  add(event: Expectation | undefined, payments: readonly Payment[]): void {
    if (event !== undefined) this.byEvent.set(event, [...(this.byEvent.get(event) ?? []), ...payments])
  }

  /**
   * Assigns payments by time, if no other payment may belong to the event; with `exact` only if their sum is the
   * expected amount. Returns the remaining payments with their remaining events.
   */
  settle(payments: readonly GroupedPayment[], amounts: 'exact' | 'any'): GroupedPayment[] {
    const contested = new Set(payments.flatMap(({ byTime, fitting }) => (byTime === null ? fitting : [])))
    const settled = new Set<Expectation>()
    for (const [event, own] of Map.groupBy(payments, ({ byTime }) => byTime)) {
      if (event === null || contested.has(event) || (amounts === 'exact' && !this.#isWhole(event, own))) continue
      settled.add(event)
      this.add(
        event,
        own.map(({ payment }) => payment),
      )
    }
    return payments.flatMap((each) =>
      each.byTime !== null && settled.has(each.byTime)
        ? []
        : [{ ...each, fitting: each.fitting.filter((event) => !settled.has(event)) }],
    )
  }

  /**
   * Assigns the payments on which all best assignments agree; the others are added to `ambiguous`. Returns false if
   * there are too many assignments to compare.
   */
  decide(group: Group, ambiguous: AmbiguousGroup[]): boolean {
    const assignments = bestAssignments(group, this.#rule)
    if (assignments === null) return false
    const open = new Set<Expectation>()
    for (const event of group.events) {
      const [own = [], ...others] = assignments.map((assignment) =>
        group.payments.filter((_, index) => assignment[index] === event),
      )
      const isSame = others.every((other) => other.length === own.length && other.every((each) => own.includes(each)))
      if (!isSame) open.add(event)
      else if (own.length > 0)
        this.add(
          event,
          own.map(({ payment }) => payment),
        )
    }
    const undecided = group.payments.filter((_, index) =>
      assignments.some((assignment) => isIn(open, assignment[index])),
    )
    if (open.size > 0) ambiguous.push({ events: [...open], payments: undecided.map(({ payment }) => payment) })
    return true
  }

  #isWhole(event: Expectation, own: readonly GroupedPayment[]): boolean {
    const payments = own.map(({ payment }) => payment)
    return ['equal', null].includes(this.#rule.compare(event, payments))
  }
}

const isIn = (events: ReadonlySet<Expectation>, event: Expectation | undefined): boolean =>
  event !== undefined && events.has(event)

const plainGroup = ({ events, payments }: Group): AmbiguousGroup => ({
  events,
  payments: payments.map(({ payment }) => payment),
})

const nearestTo = ({ day }: Payment, events: readonly Expectation[]): Expectation | undefined =>
  [...events].sort((a, b) => Math.abs(a.event.day - day) - Math.abs(b.event.day - day))[0]

/** Groups payments that share possible events, directly or through other payments, with these events. */
function groupsOf(payments: readonly GroupedPayment[]): Group[] {
  const byEvent = new Map<Expectation, GroupedPayment[]>()
  for (const each of payments)
    for (const event of each.fitting) byEvent.set(event, [...(byEvent.get(event) ?? []), each])
  const seen = new Set<GroupedPayment>()
  return payments.flatMap((start) => {
    if (seen.has(start)) return []
    seen.add(start)
    const members = [start]
    const events = new Set<Expectation>()
    for (const member of members) {
      for (const event of member.fitting) {
        if (events.has(event)) continue
        events.add(event)
        for (const other of byEvent.get(event) ?? []) {
          if (seen.has(other)) continue
          seen.add(other)
          members.push(other)
        }
      }
    }
    return [{ events: [...events], payments: members.sort((a, b) => a.payment.at - b.payment.at) }]
  })
}
