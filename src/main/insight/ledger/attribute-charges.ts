import { dayMs, minuteMs } from '#shared/durations.ts'
import { magnitude } from '../lots/units.ts'
import type { LedgerRow } from './row.ts'

/** The trade or payment that a commission or a tax belongs to, or the account. */
export type ChargeOwner =
  | { readonly kind: 'row'; readonly row: LedgerRow }
  /** The charge belongs to all of these fills of one order. */
  | { readonly kind: 'order'; readonly rows: readonly LedgerRow[] }
  /** The tax of a payment, which is in these rows. */
  | { readonly kind: 'payment'; readonly rows: readonly LedgerRow[] }
  | { readonly kind: 'account' }
  /** Several rows match and none can be chosen; all are listed. */
  | { readonly kind: 'ambiguous'; readonly rows: readonly LedgerRow[] }

/** A commission or a tax with what it belongs to. */
export interface AttributedCharge {
  readonly charge: LedgerRow
  readonly owner: ChargeOwner
}

/**
 * Who taxes belong to by the income of the account, by their ids, and when they are booked (UTC ms). Taxes of no payment
 * are not in it.
 */
export type TaxOwners = ReadonlyMap<string, { readonly at: number; readonly owner: ChargeOwner }>

export const noTaxOwners: TaxOwners = new Map()

/**
 * A commission is booked at most this long after its trade; a tax of a sale or a redemption at most this long before or
 * after it.
 */
export const commissionAfterMs = minuteMs
export const taxAroundMs = 5 * dayMs
/** The largest charge as a fraction of the money of its row. Larger charges belong to something else. */
const maxCommission = { part: 1n, whole: 20n }
const maxTax = { part: 1n, whole: 2n }

const taxedKinds: readonly LedgerRow['kind'][] = ['redemption', 'sell']

/** Whether a row is a commission or a tax with money. */
export const isCharge = ({ kind, money }: Pick<LedgerRow, 'kind' | 'money'>): boolean =>
  (kind === 'commission' || kind === 'tax') && money !== null

/** Whether a tax that belongs to no income may belong to a row of this kind. */
export const isTaxed = ({ kind, symbol }: Pick<LedgerRow, 'kind' | 'symbol'>): boolean =>
  taxedKinds.includes(kind) && symbol !== ''

/** The rows that a charge belongs to, or may belong to; empty if it belongs to the account. */
export const rowsOf = (owner: ChargeOwner): readonly LedgerRow[] =>
  owner.kind === 'account' ? [] : owner.kind === 'row' ? [owner.row] : owner.rows

/**
 * Attributes each commission of an account to the only trade that matches in time, currency, symbol and size, and each tax
 * as its income does; a tax of no income to the only sale or redemption that matches. Otherwise to the account. `rows` are
 * in the order of `compareRows`.
 */
export function attributeCharges(rows: readonly LedgerRow[], owners: TaxOwners = noTaxOwners): AttributedCharge[] {
  const charges = rows.filter(isCharge)
  const trades = rows.filter(({ trade }) => trade !== null)
  const paid = rows.filter(isTaxed)
  const ownerOf = (charge: LedgerRow): ChargeOwner => {
    if (charge.kind === 'commission')
      return decide(charge, within(trades, charge.at - commissionAfterMs, charge.at), maxCommission)
    const known = owners.get(charge.id)
    if (known !== undefined) return known.owner
    if (charge.symbol === '') return { kind: 'account' }
    return decide(charge, within(paid, charge.at - taxAroundMs, charge.at + taxAroundMs), maxTax)
  }
  return charges.map((charge) => ({ charge, owner: ownerOf(charge) }))
}

function decide(
  charge: LedgerRow,
  near: readonly LedgerRow[],
  limit: { readonly part: bigint; readonly whole: bigint },
): ChargeOwner {
  // The rows nearest in time decide: rows of the same time belong together.
  let nearest = Infinity
  let candidates: LedgerRow[] = []
  for (const row of near) {
    const distance = Math.abs(row.at - charge.at)
    if (distance > nearest || !isFitting(charge, row, limit)) continue
    if (distance < nearest) candidates = []
    nearest = distance
    candidates.push(row)
  }
  const [only] = candidates
  if (only === undefined) return { kind: 'account' }
  if (candidates.length === 1) return { kind: 'row', row: only }
  const isOneOrder = candidates.every(
    ({ at, symbol, kind }) => at === only.at && symbol === only.symbol && kind === only.kind,
  )
  return isOneOrder && only.trade !== null
    ? { kind: 'order', rows: candidates }
    : { kind: 'ambiguous', rows: candidates }
}

const isFitting = (
  charge: LedgerRow,
  row: LedgerRow,
  limit: { readonly part: bigint; readonly whole: bigint },
): boolean =>
  (charge.symbol === '' || row.symbol === charge.symbol) &&
  (row.currency === null || row.currency === charge.currency) &&
  isSmall(charge, row, limit)

/** A trade of a future moves no money, so the size of the charge is not checked. */
function isSmall(
  charge: LedgerRow,
  row: LedgerRow,
  { part, whole }: { readonly part: bigint; readonly whole: bigint },
): boolean {
  const [cost, money] = [magnitude(charge.money ?? 0n), magnitude(row.money ?? 0n)]
  return money === 0n || cost * whole <= money * part || cost <= smallestCharge
}

/**
 * Charges up to one unit of money always match, because minimum fees can exceed any fraction of a small trade. In units
 * of 10⁻¹⁸.
 */
const smallestCharge = 10n ** 18n

/** The rows from one time to another, both included (UTC ms). */
function within(rows: readonly LedgerRow[], from: number, to: number): readonly LedgerRow[] {
  return rows.slice(firstAt(rows, from), firstAt(rows, to + 1))
}

/** The index of the first row at or after a time (UTC ms). */
function firstAt(rows: readonly LedgerRow[], at: number): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rows[middle]?.at ?? Infinity) < at) low = middle + 1
    else high = middle
  }
  return low
}
