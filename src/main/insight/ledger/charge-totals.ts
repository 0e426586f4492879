import { rowsOf, type AttributedCharge } from './attribute-charges.ts'
import type { LedgerRow } from './row.ts'

/** A trade or payment with the charges that belong to it. */
interface ChargedRows {
  /** The row; or all fills of its order, if a charge belongs to the order. */
  readonly rows: readonly LedgerRow[]
  /** Charges that belong to these rows only. */
  readonly charges: readonly LedgerRow[]
  /** Charges that may belong to the row or to others. */
  readonly possible: readonly LedgerRow[]
}

/** Finds the charges that belong to the row with this id, among the charges near it. */
export function chargesOfRow(id: string, near: readonly AttributedCharge[]): ChargedRows {
  const related = near.filter(({ owner }) => rowsOf(owner).some((row) => row.id === id))
  const decided = related.filter(({ owner }) => owner.kind !== 'ambiguous')
  const rows = new Map(decided.flatMap(({ owner }) => rowsOf(owner)).map((row) => [row.id, row]))
  const isAmong = ({ owner }: AttributedCharge): boolean => rowsOf(owner).every((row) => rows.has(row.id))
  const attributed = near.filter(
    (each) => each.owner.kind !== 'ambiguous' && each.owner.kind !== 'account' && isAmong(each),
  )
  return {
    rows: [...rows.values()],
    charges: attributed.map(({ charge }) => charge),
    possible: related.flatMap(({ charge, owner }) => (owner.kind === 'ambiguous' ? [charge] : [])),
  }
}

/** The money of some rows with their charges, in units of 10⁻¹⁸ of one currency; charges that are paid are positive. */
interface NetMoney {
  readonly currency: string
  readonly money: bigint
  readonly fees: bigint
  readonly taxes: bigint
  /** `null` if a charge may or may not belong to the rows. */
  readonly net: bigint | null
}

/**
 * Adds the money of rows and charges; `null` without charges, or if the amounts are in several currencies, which are
 * never added.
 */
export function netMoney({ rows, charges, possible }: ChargedRows): NetMoney | null {
  const [currency, other] = new Set([...rows, ...charges, ...possible].flatMap((row) => row.currency ?? []))
  if (currency === undefined || other !== undefined || charges.length + possible.length === 0) return null
  const total = (list: readonly LedgerRow[]): bigint => list.reduce((sum, row) => sum + (row.money ?? 0n), 0n)
  const paidFor = (kind: LedgerRow['kind']): bigint => -total(charges.filter((row) => row.kind === kind))
  const [money, fees, taxes] = [total(rows), paidFor('commission'), paidFor('tax')]
  return { currency, money, fees, taxes, net: possible.length > 0 ? null : money - fees - taxes }
}

/** Charges of one kind in one currency, in units of 10⁻¹⁸; charges that are paid are positive. */
interface ChargeTotal {
  readonly currency: string
  readonly kind: 'commission' | 'tax'
  /** Charges of a trade or payment, or of the fills of one order. */
  readonly attributed: bigint
  /** Charges that belong to no trade or payment, but to the account. */
  readonly ofAccount: bigint
  /** Charges for which several trades or payments match. */
  readonly ambiguous: bigint
  readonly count: number
}

/** Adds charges by kind and currency; `list` sorts by currency, then by kind. */
export class ChargeTotals {
  readonly #totals = new Map<string, ChargeTotal>()

  add(charges: readonly AttributedCharge[]): void {
    for (const { charge, owner } of charges) {
      if (charge.kind !== 'commission' && charge.kind !== 'tax') continue
      const [kind, currency, paid] = [charge.kind, charge.currency ?? '', -(charge.money ?? 0n)]
      const known = this.#totals.get(`${currency} ${kind}`) ?? { kind, currency, ...nothing }
      this.#totals.set(`${currency} ${kind}`, {
        kind,
        currency,
        count: known.count + 1,
        attributed: known.attributed + (owner.kind === 'account' || owner.kind === 'ambiguous' ? 0n : paid),
        ofAccount: known.ofAccount + (owner.kind === 'account' ? paid : 0n),
        ambiguous: known.ambiguous + (owner.kind === 'ambiguous' ? paid : 0n),
      })
    }
  }

  list(): ChargeTotal[] {
    const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
    return [...this.#totals.values()].sort((a, b) => byName(a.currency, b.currency) || byName(a.kind, b.kind))
  }
}

const nothing = { attributed: 0n, ofAccount: 0n, ambiguous: 0n, count: 0 }

/** Whether a charge concerns an instrument: the charge names it, or belongs or may belong to a row of it. */
export const concerns = ({ charge, owner }: AttributedCharge, symbol: string): boolean =>
  charge.symbol === symbol || rowsOf(owner).some((row) => row.symbol === symbol)
