import type { LedgerRow } from '../ledger/row.ts'
import { magnitude, unitPlaces } from '../lots/units.ts'
import { dayOf } from '../events/days.ts'
import type { IssuerNames } from './issuer-name.ts'
import { isPaid, type PaidRow, type Payment } from './payment.ts'

/** Taxes are booked from 30 days before a payment to 5 days after it. */
const daysBefore = 30
const daysAfter = 5

/** Payments that may be taxed together: those of one event, or payments without an event. */
export interface Taxable {
  readonly symbol: string
  readonly payments: readonly Payment[]
}

/**
 * Assigns each tax to the nearest payment of the same currency and of its symbol or issuer that is at least twice as
 * large. If the tax is a usual percentage of some of these payments, only those count. A tax without symbol and issuer
 * belongs to the only payment of which it is a usual percentage.
 */
export function attributeTaxes<T extends Taxable>(
  rows: readonly LedgerRow[],
  taxables: readonly T[],
  issuers: Pick<IssuerNames, 'symbolsIn'>,
): ReadonlyMap<T, readonly PaidRow[]> {
  const bySymbol = Map.groupBy(taxables, ({ symbol }) => symbol)
  const byDay = groupByDay(taxables)
  const found = new Map<T, PaidRow[]>()
  for (const row of rows) {
    if (row.kind !== 'tax' || !isPaid(row) || row.money === 0n) continue
    const symbols = row.symbol === '' ? issuers.symbolsIn(row.name) : [row.symbol]
    const own = symbols.flatMap((symbol) => bySymbol.get(symbol) ?? []).filter((taxable) => mayTax(row, taxable))
    const taxed = symbols.length > 0 ? nearestTo(row, usualOrAll(row, own)) : usualFor(row, nearbyOf(byDay, row))
    if (taxed !== null) found.set(taxed, [...(found.get(taxed) ?? []), row])
  }
  return found
}

function usualOrAll<T extends Taxable>(tax: PaidRow, taxables: readonly T[]): readonly T[] {
  const usual = taxables.length > 1 ? taxables.filter((taxable) => isUsualPart(tax, taxable)) : []
  return usual.length > 0 ? usual : taxables
}

/** The nearest payment in time; `null` if two are equally near. */
function nearestTo<T extends Taxable>(tax: PaidRow, taxables: readonly T[]): T | null {
  const near = taxables.map((taxable) => ({ taxable, distance: distanceTo(tax, taxable) }))
  const nearest = Math.min(...near.map(({ distance }) => distance))
  const [only, ...others] = near.filter(({ distance }) => distance === nearest)
  return only === undefined || others.length > 0 ? null : only.taxable
}

/**
 * The payment of which a tax without symbol and issuer is a usual percentage; of several, the only one of the same day;
 * otherwise `null`.
 */
function usualFor<T extends Taxable>(tax: PaidRow, taxables: readonly T[]): T | null {
  const usual = taxables.filter((taxable) => mayTax(tax, taxable) && isUsualPart(tax, taxable))
  if (usual.length <= 1) return usual[0] ?? null
  const [only, ...others] = usual.filter(({ payments }) => payments.some(({ rows }) => rows.some(isOnDayOf(tax))))
  return only === undefined || others.length > 0 ? null : only
}

const isOnDayOf =
  (tax: PaidRow) =>
  ({ at }: PaidRow): boolean =>
    dayOf(at) === dayOf(tax.at)

/** Whether a tax is a usual percentage of the sum of the payments, or of one of them. */
function isUsualPart({ money: tax }: PaidRow, { payments }: Taxable): boolean {
  const amounts = payments.map(({ money }) => money)
  return [amounts.reduce((sum, money) => sum + money, 0n), ...amounts].some((paid) => isUsualTax(-tax, paid))
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
  for (let day = dayOf(tax.at) - daysAfter; day <= dayOf(tax.at) + daysBefore; day++)
    for (const taxable of byDay.get(day) ?? []) near.add(taxable)
  return [...near]
}

function mayTax(tax: PaidRow, { payments }: Taxable): boolean {
  const rows = payments.flatMap((payment) => payment.rows)
  const days = rows.map(({ at }) => dayOf(at))
  const largest = rows.reduce((max, { money }) => (magnitude(money) > max ? magnitude(money) : max), 0n)
  const day = dayOf(tax.at)
  return (
    payments.some(({ currency }) => currency === tax.currency) &&
    day >= Math.min(...days) - daysBefore &&
    day <= Math.max(...days) + daysAfter &&
    magnitude(tax.money) * 2n <= largest
  )
}

const distanceTo = (tax: PaidRow, { payments }: Taxable): number =>
  Math.min(...payments.flatMap(({ rows }) => rows.map(({ at }) => Math.abs(at - tax.at))))

/** Usual rates of withholding tax on dividends and coupons, in percent. */
const usualRates = [5n, 9n, 10n, 13n, 15n, 18n, 20n, 22n, 25n, 26n, 28n, 30n, 35n]

const unit = 10n ** BigInt(unitPlaces)
const cent = unit / 100n

/**
 * Whether a tax (positive, in units) is a usual percentage of a payment (positive, in units): within a cent, or within
 * one unit of money if the tax has no cents and is not small.
 */
export function isUsualTax(tax: bigint, paid: bigint): boolean {
  if (tax <= 0n || paid <= 0n) return false
  const isWholeUnits = tax % unit === 0n && tax >= 10n * unit
  const tolerance = isWholeUnits ? unit : cent
  return usualRates.some((rate) => magnitude(tax * 100n - paid * rate) < tolerance * 100n)
}
