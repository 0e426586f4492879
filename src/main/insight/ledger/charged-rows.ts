import { rowsOf, type AttributedCharge } from './attribute-charges.ts'
import type { LedgerRow } from './row.ts'

/** A trade or payment with the charges that belong to it. */
export interface ChargedRows {
  /** The row, or all fills of its order where a charge is of the order. */
  readonly rows: readonly LedgerRow[]
  /** Of these rows and of no others. */
  readonly charges: readonly LedgerRow[]
  /** Those that may belong to the row as well as to others. */
  readonly possible: readonly LedgerRow[]
}

/** Finds what belongs to a row among the charges near it. */
export function chargesOfRow(id: string, near: readonly AttributedCharge[]): ChargedRows {
  const touching = near.filter(({ owner }) => rowsOf(owner).some((row) => row.id === id))
  const decided = touching.filter(({ owner }) => owner.of !== 'ambiguous')
  const rows = new Map(decided.flatMap(({ owner }) => rowsOf(owner)).map((row) => [row.id, row]))
  const isAmong = ({ owner }: AttributedCharge): boolean => rowsOf(owner).every((row) => rows.has(row.id))
  const own = near.filter((each) => each.owner.of !== 'ambiguous' && each.owner.of !== 'account' && isAmong(each))
  return {
    rows: [...rows.values()],
    charges: own.map(({ charge }) => charge),
    possible: touching.flatMap(({ charge, owner }) => (owner.of === 'ambiguous' ? [charge] : [])),
  }
}

/** Money of some rows with their charges, in units of one currency; charges are positive for what was paid. */
export interface NetMoney {
  readonly currency: string
  readonly money: bigint
  readonly fees: bigint
  readonly taxes: bigint
  /** `null` where a charge may or may not belong to the rows. */
  readonly net: bigint | null
}

/** `null` without charges, or where not all money is of one currency: it is never added. */
export function netMoney({ rows, charges, possible }: ChargedRows): NetMoney | null {
  const [currency, other] = new Set([...rows, ...charges, ...possible].flatMap((row) => row.currency ?? []))
  if (currency === undefined || other !== undefined || charges.length + possible.length === 0) return null
  const total = (own: readonly LedgerRow[]): bigint => own.reduce((sum, row) => sum + (row.money ?? 0n), 0n)
  const of = (kind: LedgerRow['kind']): bigint => -total(charges.filter((row) => row.kind === kind))
  const [money, fees, taxes] = [total(rows), of('commission'), of('tax')]
  return { currency, money, fees, taxes, net: possible.length > 0 ? null : money - fees - taxes }
}
