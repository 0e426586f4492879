import type { NearRow, Surroundings, Together } from '#main/insight/kinds/together/near-rows.ts'
import { findTogether } from '#main/insight/kinds/together/together.ts'
import { piecesOf } from '#main/insight/ledger/row.ts'
import { compareRows } from '#main/insight/ledger/row.ts'
import { formatUnits, parseUnits } from '#main/insight/lots/units.ts'
import type { TransactionKind } from '#shared/model/transaction/transaction.ts'

export const start = Date.UTC(2025, 4, 5, 9)
export const units = (text: string): bigint => parseUnits(text) ?? 0n

/** A row in short: amounts as text, the time as seconds or days after the start. */
export interface ShortRow {
  readonly id: string
  readonly kind: TransactionKind
  readonly name?: string
  readonly symbol?: string
  readonly money?: string
  readonly currency?: string
  readonly pieces?: string
  readonly size?: string
  readonly price?: string
  readonly seconds?: number
  readonly days?: number
  readonly isChosen?: boolean
}

export function near({ id, kind, name = '', symbol = 'X@M', seconds = 0, days = 0, ...row }: ShortRow): NearRow {
  return {
    ...{ id, kind, name, symbol, at: start + seconds * 1_000 + days * 86_400_000, isChosen: row.isChosen ?? false },
    ...{
      money: row.money === undefined ? null : units(row.money),
      currency: row.money === undefined ? null : (row.currency ?? 'RUB'),
    },
    changeQuantity: row.pieces === undefined ? null : units(row.pieces),
    trade:
      row.size === undefined ? null : { size: units(row.size), price: units(row.price ?? '1'), accruedInterest: null },
  }
}

interface Known {
  /** The final repayment for one piece of X@M, on the start day. */
  readonly each?: string
  /** The ratio of the split of X@M on the start day. */
  readonly ratio?: readonly [from: string, to: string]
  /** Pieces of X@M before all rows. */
  readonly held?: string
}

export function around(rows: readonly NearRow[], { each, ratio, held = '0' }: Known = {}): Surroundings {
  const at = Date.UTC(2025, 4, 5)
  return {
    repaymentsOf: (symbol) =>
      each === undefined || symbol !== 'X@M' ? [] : [{ at, each: units(each), currency: 'RUB' }],
    splitsOf: (symbol) =>
      ratio === undefined || symbol !== 'X@M' ? [] : [{ at, from: units(ratio[0]), to: units(ratio[1]) }],
    heldBefore: (row) =>
      rows
        .filter((other) => other.symbol === row.symbol && compareRows(other, row) < 0)
        .reduce((sum, other) => sum + (piecesOf(other) ?? 0n), units(held)),
  }
}

const word = ({ kind, pieces }: Together): string => (pieces === null ? kind : `${kind} ${formatUnits(pieces)}`)

/** What the rows are together, by id: the kind, and the pieces if they are not those that the row states. */
export function together(rows: readonly NearRow[], known: Known = {}): Record<string, string> {
  const found = [...findTogether(rows, around(rows, known))].map(([id, each]) => [id, word(each)] as const)
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)))
}

export const found = (rows: readonly ShortRow[], known?: Known): Record<string, string> =>
  together(rows.map(near), known)
