import type { Decimal } from '#shared/decimal.ts'
import { minuteMs } from '#shared/durations.ts'
import type { TransactionKind } from '#shared/model/transaction/transaction.ts'
import type { LedgerRow } from '../../ledger/row.ts'
import { formatUnits } from '../../lots/units.ts'

/** A row with the kind that it has alone. */
export interface NearRow extends LedgerRow {
  /** Whether the user chose its kind: then it stays. */
  readonly isChosen: boolean
}

/** What a row is together with the rows beside it. */
export interface Together {
  readonly kind: TransactionKind
  /** The signed pieces that it moves, in units of 10⁻¹⁸; `null` if it moves those that it states. */
  readonly pieces: bigint | null
}

/** The pieces of a group as text; `null` if the row moves those that it states. */
export const textOfPieces = ({ pieces }: Together): Decimal | null => (pieces === null ? null : formatUnits(pieces))

/** Rows by their id, with what they are together. */
export type Found = ReadonlyMap<string, Together>

/** The repayment of a bond after which nothing is left of its face value. */
export interface FinalRepayment {
  /** Midnight UTC (ms) of its date. */
  readonly at: number
  /** The amount for one piece, in units of 10⁻¹⁸. */
  readonly each: bigint
  readonly currency: string
}

/** `from` old pieces become `to` new ones. */
export interface SplitRatio {
  /** Midnight UTC (ms) of its date. */
  readonly at: number
  readonly from: bigint
  readonly to: bigint
}

/** What is known beyond the rows. */
export interface Surroundings {
  readonly repaymentsOf: (symbol: string) => readonly FinalRepayment[]
  readonly splitsOf: (symbol: string) => readonly SplitRatio[]
  /** The pieces of the row's symbol before it, in units of 10⁻¹⁸, by all rows of the account. */
  readonly heldBefore: (row: NearRow) => bigint
}

/** Rows of one event are at most this far apart, unless its name, its amount or a corporate event relates them. */
export const besideMs = minuteMs

export const isBeside = (a: NearRow, b: NearRow): boolean => Math.abs(a.at - b.at) <= besideMs

export const moneyOf = ({ money }: NearRow): bigint => money ?? 0n

/** The stated pieces of a row that is no trade; 0 without pieces. */
export const statedPieces = ({ trade, changeQuantity }: NearRow): bigint =>
  trade === null ? (changeQuantity ?? 0n) : 0n

/** Whether a row moves money and no pieces. */
export const isMoneyOnly = (row: NearRow): boolean =>
  row.trade === null && moneyOf(row) !== 0n && statedPieces(row) === 0n

/** Whether a row moves pieces and no money, and is no trade. */
export const isPiecesOnly = (row: NearRow): boolean => statedPieces(row) !== 0n && moneyOf(row) === 0n

/**
 * Returns the pairs of rows that fit only each other: a row that fits several others is in no pair, because nothing
 * decides between them.
 */
export function onlyPairs(
  rows: readonly NearRow[],
  fits: (a: NearRow, b: NearRow) => boolean,
): (readonly [NearRow, NearRow])[] {
  const only = new Map(
    rows.flatMap((row): [NearRow, NearRow][] => {
      const fitting = (other: NearRow): boolean => other !== row && fits(row, other)
      const first = rows.findIndex(fitting)
      const partner = rows[first]
      return partner === undefined || first !== rows.findLastIndex(fitting) ? [] : [[row, partner]]
    }),
  )
  return [...only].filter(([row, partner]) => row.id < partner.id && only.get(partner) === row)
}
