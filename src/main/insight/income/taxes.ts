import { dayOf } from '../events/days.ts'
import type { LedgerRow } from '../ledger/row.ts'
import { magnitude } from '../lots/units.ts'
import type { IssuerNames } from './issuer-names.ts'
import { isPaid, type PaidRow } from './payment.ts'
import { usualRateOf } from './tax-rates.ts'
import { assignTaxes, mayBelong, type OpenTax, type Taxable, type TaxesOf } from './tax-search.ts'

export type { Taxable } from './tax-search.ts'

/** The days before and after a payment on which its taxes can be booked. */
export const taxDaysBefore = 30
export const taxDaysAfter = 5

/** The taxes of payments. */
export interface AttributedTaxes<T> {
  readonly taxes: TaxesOf<T>
  /** Payments without a tax, with the taxes that may belong to them or to others. Their tax is not known. */
  readonly unassigned: TaxesOf<T>
}

/**
 * Assigns taxes to payments of the same currency that are at least twice as large: those that name a symbol or an issuer
 * to its payments, then the others. Amounts decide as a set (`assignTaxes`); a tax that names an instrument and is no
 * usual percentage of its payments belongs to the nearest one.
 */
export function attributeTaxes<T extends Taxable>(
  rows: readonly LedgerRow[],
  taxables: readonly T[],
  issuers: Pick<IssuerNames, 'symbolsIn'>,
): AttributedTaxes<T> {
  const bySymbol = Map.groupBy(taxables, ({ symbol }) => symbol)
  const bounds = new Map(taxables.map((taxable) => [taxable, boundsOf(taxable)]))
  const byDay = groupByDay(taxables)
  const [named, others]: [OpenTax<T>[], OpenTax<T>[]] = [[], []]
  for (const tax of rows) {
    if (tax.kind !== 'tax' || !isPaid(tax) || tax.money === 0n) continue
    const symbols = tax.symbol === '' ? issuers.symbolsIn(tax.name) : [tax.symbol]
    const near = symbols.length > 0 ? symbols.flatMap((symbol) => bySymbol.get(symbol) ?? []) : nearbyOf(byDay, tax)
    const among = near.filter((taxable) => isWithin(bounds.get(taxable), (own) => mayTax(tax, own)))
    if (symbols.length > 0) named.push({ tax, among })
    // Many payments of an account are in the time of a tax, and few fit it.
    else if (tax.money < 0n) others.push({ tax, among: among.filter((taxable) => mayBelong(tax, taxable)) })
  }
  const taxes = new Map<T, readonly PaidRow[]>(assignTaxes(named, new Map()))
  const leftNamed = unassignedOf(named, taxes).filter(({ tax, among }) => {
    const nearest = nearestTo(tax, among)
    if (nearest !== null) taxes.set(nearest, [...(taxes.get(nearest) ?? []), tax])
    return nearest === null
  })
  const isOpen = (taxable: T): boolean => {
    const own = taxes.get(taxable) ?? []
    return own.length === 0 || usualRateOf(-sumOf(own), own.length, taxable.payments) === null
  }
  const free = others.map(({ tax, among }) => ({ tax, among: among.filter(isOpen) }))
  const found = assignTaxes(free, taxes)
  for (const [taxable, own] of found) taxes.set(taxable, [...(taxes.get(taxable) ?? []), ...own])
  const left = [...leftNamed, ...unassignedOf(others, found).map(({ tax }) => ({ tax, among: nearbyOf(byDay, tax) }))]
  return { taxes, unassigned: untaxedNear(left, taxes, bounds) }
}

const isWithin = (bounds: Bounds | undefined, fits: (bounds: Bounds) => boolean): boolean =>
  bounds !== undefined && fits(bounds)

const sumOf = (taxes: readonly PaidRow[]): bigint => taxes.reduce((sum, { money }) => sum + money, 0n)

function unassignedOf<T>(open: readonly OpenTax<T>[], taxes: TaxesOf<T>): OpenTax<T>[] {
  const assigned = new Set([...taxes.values()].flat())
  return open.filter(({ tax }) => !assigned.has(tax))
}

/** The payments without a tax near taxes that are not assigned. Of taxes above half of all of them, none is theirs. */
function untaxedNear<T extends Taxable>(
  left: readonly OpenTax<T>[],
  taxes: TaxesOf<T>,
  bounds: ReadonlyMap<T, Bounds>,
): TaxesOf<T> {
  const found = new Map<T, PaidRow[]>()
  for (const { tax, among } of left) {
    const untaxed = among.filter(
      (taxable) =>
        !taxes.has(taxable) && isPaying(taxable) && isWithin(bounds.get(taxable), (own) => isInTime(tax, own)),
    )
    const paid = untaxed.flatMap(({ payments }) => payments).reduce((total, { money }) => total + magnitude(money), 0n)
    if (magnitude(tax.money) * 2n > paid) continue
    for (const taxable of untaxed) found.set(taxable, [...(found.get(taxable) ?? []), tax])
  }
  return found
}

const isPaying = ({ payments }: Taxable): boolean => payments.some(({ money }) => money !== 0n)

/** The nearest payment in time; `null` if two are equally near. */
function nearestTo<T extends Taxable>(tax: PaidRow, taxables: readonly T[]): T | null {
  const near = taxables.map((taxable) => ({ taxable, distance: distanceTo(tax, taxable) }))
  const nearest = Math.min(...near.map(({ distance }) => distance))
  const [only, ...others] = near.filter(({ distance }) => distance === nearest)
  return only === undefined || others.length > 0 ? null : only.taxable
}

function groupByDay<T extends Taxable>(taxables: readonly T[]): ReadonlyMap<number, ReadonlySet<T>> {
  const byDay = new Map<number, Set<T>>()
  for (const taxable of taxables)
    for (const { rows } of taxable.payments)
      for (const { at } of rows) byDay.set(dayOf(at), (byDay.get(dayOf(at)) ?? new Set<T>()).add(taxable))
  return byDay
}

/** The payments in the days around a tax. */
function nearbyOf<T extends Taxable>(byDay: ReadonlyMap<number, ReadonlySet<T>>, tax: PaidRow): T[] {
  const near = new Set<T>()
  for (let day = dayOf(tax.at) - taxDaysAfter; day <= dayOf(tax.at) + taxDaysBefore; day++)
    for (const taxable of byDay.get(day) ?? []) near.add(taxable)
  return [...near]
}

/** What the taxes of a payment are compared with: its days, its currencies and its largest row. */
interface Bounds {
  readonly firstDay: number
  readonly lastDay: number
  readonly currencies: readonly string[]
  readonly largest: bigint
}

function boundsOf({ payments }: Taxable): Bounds {
  const rows = payments.flatMap((payment) => payment.rows)
  const days = rows.map(({ at }) => dayOf(at))
  return {
    firstDay: Math.min(...days),
    lastDay: Math.max(...days),
    currencies: payments.map(({ currency }) => currency),
    largest: rows.reduce((max, { money }) => (magnitude(money) > max ? magnitude(money) : max), 0n),
  }
}

/** Whether a tax has the currency of a payment and is in its time. */
function isInTime(tax: PaidRow, { firstDay, lastDay, currencies }: Bounds): boolean {
  const day = dayOf(tax.at)
  return currencies.includes(tax.currency) && day >= firstDay - taxDaysBefore && day <= lastDay + taxDaysAfter
}

const mayTax = (tax: PaidRow, bounds: Bounds): boolean =>
  isInTime(tax, bounds) && magnitude(tax.money) * 2n <= bounds.largest

const distanceTo = (tax: PaidRow, { payments }: Taxable): number =>
  Math.min(...payments.flatMap(({ rows }) => rows.map(({ at }) => Math.abs(at - tax.at))))
