import { dayOf } from '../events/days.ts'
import { compareRows } from '../ledger/row.ts'
import type { PaidRow, Payment } from './payment.ts'
import { usualRateOf } from './tax-rates.ts'

/** Payments that may be taxed together: those of one event, or payments without an event. */
export interface Taxable {
  readonly symbol: string
  readonly payments: readonly Payment[]
}

/** A tax with the payments that it may belong to. */
export interface OpenTax<T> {
  readonly tax: PaidRow
  readonly among: readonly T[]
}

/** The taxes of each payment. */
export type TaxesOf<T> = ReadonlyMap<T, readonly PaidRow[]>

/** Steps after which a search ends without a result. They take about a millisecond. */
const maxSteps = 4_000
/** The largest group that is searched with taxes that only together are a usual percentage. */
const maxTogether = 8

/**
 * Assigns taxes to payments as a set: as many as possible, at most one for each payment if possible, at the fewest
 * different usual rates, on the same days. Only payments that all best assignments tax alike get their taxes. The order
 * of the taxes does not matter. `known`: taxes that are assigned already.
 */
export function assignTaxes<T extends Taxable>(open: readonly OpenTax<T>[], known: TaxesOf<T>): Map<T, PaidRow[]> {
  const found = new Map<T, PaidRow[]>()
  const withheld = open.filter(({ tax }) => tax.money < 0n)
  const wide = among(withheld, mayBelong)
  const left = groupsOf(wide).flatMap((group) => {
    const isSmall = group.length <= maxTogether && amongAll(group).length <= maxTogether
    return isSmall && settle(group, known, found) ? [] : group
  })
  for (const group of groupsOf(among(left, isUsual))) if (!settle(group, known, found)) takeOnlyFits(group, found)
  return found
}

const among = <T>(open: readonly OpenTax<T>[], fits: (tax: PaidRow, payment: T) => boolean): OpenTax<T>[] =>
  open.map((each) => ({ ...each, among: each.among.filter((payment) => fits(each.tax, payment)) }))

/** Whether `assignTaxes` may assign a tax to a payment: it is booked near it, or a usual percentage of it. */
export const mayBelong = (tax: PaidRow, payment: Taxable): boolean => isNear(tax, payment) || isUsual(tax, payment)

const isUsual = (tax: PaidRow, { payments }: Taxable): boolean => usualRateOf(-tax.money, 1, payments) !== null

/** Whether a tax is booked at most five days before or after a payment. */
const isNear = (tax: PaidRow, { payments }: Taxable): boolean =>
  payments.some(({ rows }) => rows.some(({ at }) => Math.abs(dayOf(at) - dayOf(tax.at)) <= 5))

const isOnDay = (tax: PaidRow, { payments }: Taxable): boolean =>
  payments.some(({ rows }) => rows.some(({ at }) => dayOf(at) === dayOf(tax.at)))

const amongAll = <T>(group: readonly OpenTax<T>[]): T[] => [...new Set(group.flatMap(({ among }) => among))]

/** Groups taxes that share possible payments, directly or through other taxes. Taxes without a payment are left out. */
function groupsOf<T>(open: readonly OpenTax<T>[]): OpenTax<T>[][] {
  const byPayment = new Map<T, OpenTax<T>[]>()
  for (const each of open)
    for (const payment of each.among) byPayment.set(payment, [...(byPayment.get(payment) ?? []), each])
  const seen = new Set<OpenTax<T>>()
  return open.flatMap((start) => {
    if (seen.has(start) || start.among.length === 0) return []
    seen.add(start)
    const members = [start]
    for (const member of members)
      for (const payment of member.among)
        for (const other of byPayment.get(payment) ?? [])
          if (!seen.has(other)) {
            seen.add(other)
            members.push(other)
          }
    return [members.sort((a, b) => compareRows(a.tax, b.tax))]
  })
}

/** Adds the taxes on which all best assignments agree to `found`. Returns false if there are too many to compare. */
function settle<T extends Taxable>(group: readonly OpenTax<T>[], known: TaxesOf<T>, found: Map<T, PaidRow[]>): boolean {
  const best = new Search(group, known).run()
  if (best === null) return false
  for (const [payment, taxes] of best) found.set(payment, taxes)
  return true
}

/** In a group that is too large, taxes are assigned that alone fit a payment which no other such tax fits. */
function takeOnlyFits<T>(group: readonly OpenTax<T>[], found: Map<T, PaidRow[]>): void {
  let left = group
  for (;;) {
    const only = left.filter(({ among }) => among.length === 1)
    const taken = [...Map.groupBy(only, ({ among }) => among[0])].flatMap(([payment, own]) => {
      const [first] = own
      return payment === undefined || first === undefined || own.length > 1 ? [] : [{ payment, tax: first.tax }]
    })
    for (const { payment, tax } of taken) found.set(payment, [tax])
    if (taken.length === 0) return
    left = left.map(({ tax, among }) => ({ tax, among: among.filter((payment) => !found.has(payment)) }))
  }
}

/** Taxes without a payment, further taxes of one payment, different rates, taxes of another day. Earlier ones weigh more. */
type Cost = readonly [unassigned: number, further: number, rates: number, otherDays: number]

const compareCosts = (a: Cost, b: Cost): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3]

/** Compares all assignments of a group. */
class Search<T extends Taxable> {
  readonly #taxes: readonly OpenTax<T>[]
  readonly #payments: readonly T[]
  readonly #known: TaxesOf<T>
  readonly #chosen: number[] = []
  #steps = 0
  #best: { readonly cost: Cost; readonly taxes: Map<T, PaidRow[]>; readonly differing: Set<T> } | null = null

  constructor(taxes: readonly OpenTax<T>[], known: TaxesOf<T>) {
    const timeOf = ({ payments }: T): number => Math.min(...payments.map(({ at }) => at))
    this.#taxes = taxes
    this.#payments = amongAll(taxes).sort((a, b) => timeOf(a) - timeOf(b) || (a.symbol < b.symbol ? -1 : 1))
    this.#known = known
  }

  /** The taxes of each payment that all best assignments tax alike; `null` if there are too many assignments. */
  run(): Map<T, PaidRow[]> | null {
    this.#visit(0)
    if (this.#steps > maxSteps || this.#best === null) return null
    const { taxes, differing } = this.#best
    return new Map([...taxes].filter(([payment]) => !differing.has(payment)))
  }

  #visit(index: number): void {
    if (++this.#steps > maxSteps) return
    const own = this.#taxes[index]
    if (own === undefined) return this.#compare()
    const before = this.#taxes[index - 1]
    // Equal taxes are assigned in the order of time, because another order gives the same sums.
    const isAlike = before !== undefined && before.tax.money === own.tax.money && isSameList(before.among, own.among)
    const first = isAlike ? (this.#chosen[index - 1] ?? 0) : 0
    for (let choice = first; choice <= this.#payments.length; choice++) {
      const payment = this.#payments[choice]
      if (payment !== undefined && !own.among.includes(payment)) continue
      this.#chosen[index] = choice
      this.#visit(index + 1)
    }
  }

  #compare(): void {
    const taxes = new Map<T, PaidRow[]>()
    let [unassigned, otherDays] = [0, 0]
    for (const [index, { tax }] of this.#taxes.entries()) {
      const payment = this.#payments[this.#chosen[index] ?? this.#payments.length]
      if (payment === undefined) unassigned++
      else {
        taxes.set(payment, [...(taxes.get(payment) ?? []), tax])
        if (!isOnDay(tax, payment)) otherDays++
      }
    }
    if (this.#best !== null && unassigned > this.#best.cost[0]) return
    const rates = new Set<bigint>()
    let further = 0
    for (const [payment, own] of taxes) {
      const all = [...(this.#known.get(payment) ?? []), ...own]
      const rate = usualRateOf(-sumOf(all), all.length, payment.payments)
      if (rate === null) return
      rates.add(rate)
      further += all.length - 1
    }
    const cost: Cost = [unassigned, further, rates.size, otherDays]
    const order = this.#best === null ? -1 : compareCosts(cost, this.#best.cost)
    if (order < 0) this.#best = { cost, taxes, differing: new Set() }
    else if (order === 0 && this.#best !== null) {
      for (const payment of this.#payments)
        if (sumOf(taxes.get(payment) ?? []) !== sumOf(this.#best.taxes.get(payment) ?? []))
          this.#best.differing.add(payment)
    }
  }
}

const sumOf = (taxes: readonly PaidRow[]): bigint => taxes.reduce((sum, { money }) => sum + money, 0n)

const isSameList = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((each, index) => each === b[index])
