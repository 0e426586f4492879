import type { LedgerRow } from '../ledger/row.ts'
import { magnitude } from '../lots/units.ts'
import { dayOf } from './income-event.ts'
import type { IssuerNames } from './issuer-name.ts'
import { isPaid, type PaidRow, type Payment } from './payment.ts'

/** Taxes are booked from 30 days before a payment to 5 days after it. */
const daysBefore = 30
const daysAfter = 5

/** What may be taxed: the payments of one event, or of none. */
export interface Taxable {
  readonly symbol: string
  readonly payments: readonly Payment[]
}

/** The taxes of each payment: of its symbol or issuer and currency, smaller than half of it, and nearest to it alone. */
export function attributeTaxes<T extends Taxable>(
  rows: readonly LedgerRow[],
  taxables: readonly T[],
  issuers: Pick<IssuerNames, 'symbolsIn'>,
): ReadonlyMap<T, readonly PaidRow[]> {
  const bySymbol = Map.groupBy(taxables, ({ symbol }) => symbol)
  const found = new Map<T, PaidRow[]>()
  for (const row of rows) {
    if (row.kind !== 'tax' || !isPaid(row) || row.money === 0n) continue
    const symbols = row.symbol === '' ? issuers.symbolsIn(row.name) : [row.symbol]
    const near = symbols
      .flatMap((symbol) => bySymbol.get(symbol) ?? [])
      .filter((taxable) => mayTax(row, taxable))
      .map((taxable) => ({ taxable, distance: distanceTo(row, taxable) }))
    const nearest = Math.min(...near.map(({ distance }) => distance))
    const [only, ...others] = near.filter(({ distance }) => distance === nearest)
    // Two payments as near as each other: nothing tells whose tax it is.
    if (only === undefined || others.length > 0) continue
    found.set(only.taxable, [...(found.get(only.taxable) ?? []), row])
  }
  return found
}

function mayTax(tax: PaidRow, { payments }: Taxable): boolean {
  const rows = payments.flatMap((payment) => payment.rows)
  const days = rows.map(({ at }) => dayOf(at))
  const largest = rows.reduce((most, { money }) => (magnitude(money) > most ? magnitude(money) : most), 0n)
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
