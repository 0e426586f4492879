import type { Decimal } from '../../../../shared/decimal.ts'
import type { CauseKind, DifferenceCause } from '../../../../shared/model/ledger/ledger.ts'
import type { Wording } from '../../../../shared/model/wording.ts'
import type { LedgerRow } from '../row.ts'

/** A figure of the union: pieces of a symbol, or money of a currency. Units of 10⁻¹⁸. */
export interface Figure {
  /** The symbol or the currency. */
  readonly key: string
  /** 0 where the service does not list it, `null` if it lists it without a figure. */
  readonly stated: Decimal | null
  readonly replayed: bigint
  /** Entered by a person and part of `replayed`; `null` if there is none. */
  readonly opening: bigint | null
}

/** A figure with a difference. */
export interface Gap extends Figure {
  /** Stated − replayed, never 0. */
  readonly difference: bigint
}

/** A payment or a split that the service announced for an instrument, with its money and its ratio in units. */
export type AnnouncedEvent =
  | {
      readonly kind: 'amortization' | 'coupon' | 'dividend'
      readonly symbol: string
      readonly at: number
      readonly each: bigint
    }
  | {
      readonly kind: 'split'
      readonly symbol: string
      readonly at: number
      readonly old: bigint
      readonly next: bigint
    }

/** Where the rows behind a difference are found. Each result is in the order of the replay. */
export interface Evidence {
  readonly statedAt: number
  rowsOf(symbol: string): readonly LedgerRow[]
  /** Rows of this currency with one of these amounts. */
  rowsWithMoney(currency: string, amounts: readonly bigint[]): readonly LedgerRow[]
  /** Rows at this time (UTC ms) or later. */
  rowsSince(at: number): readonly LedgerRow[]
  /** Pieces of a lot, a plain whole number; `null` if it is not known or not whole. */
  lotSizeOf(symbol: string): bigint | null
  /** Face values of bonds in units, by symbol. */
  readonly faces: ReadonlyMap<string, bigint>
  readonly events: readonly AnnouncedEvent[]
}

/** What may have caused a difference. */
export interface Candidate {
  readonly kind: CauseKind
  /** A higher score means a likelier cause; see `scores`. */
  readonly score: number
  readonly words: Wording
  readonly rows: readonly LedgerRow[]
  /**
   * The difference in cash that the same cause makes: that of removing or turning its rows. `null` if it is not known, as
   * for a row that is missing.
   */
  readonly cashEffect: { readonly currency: string; readonly money: bigint } | null
}

/**
 * How likely a cause is, by what supports it. A cause that one row explains in pieces and in money alike comes first; one
 * that contradicts the other side comes last. Only the order of the numbers counts.
 */
export const scores = {
  /** The same row explains the pieces and the money, and a row equal to it exists. */
  doubledInBoth: 98,
  rowInBoth: 95,
  splitOfThatDay: 93,
  /** A trade whose money and pieces have the same sign. */
  contradictoryRow: 91,
  unreadable: 90,
  doubledMoney: 88,
  commissionInBoth: 86,
  announcedPayment: 84,
  /** Rows without money explain pieces, and the cash agrees. */
  rowWithoutMoney: 80,
  /** Pieces and money differ in opposite directions, as a trade makes them. */
  missingTrade: 75,
  unsettled: 72,
  /** Twins whose money is not the difference in cash: other rows of that currency may be wrong as well. */
  doubledUnsupported: 71,
  /** The ratio of a usual split, and the cash agrees. */
  usualSplit: 70,
  soldBeforeHeld: 62,
  rowOfMoney: 60,
  signOfMoney: 58,
  missing: 55,
  faceValue: 50,
  lotSize: 46,
  /** The other side differs as well, by another amount. */
  rowUnsupported: 42,
  weak: 25,
  opening: 10,
} as const

const maxCauses = 5
const maxRows = 20
/** A missing row explains every difference, so it is always among the first ones. */
const missingWithin = 3

/** The likeliest causes, one of each kind. */
export function rankCauses(candidates: readonly Candidate[]): DifferenceCause[] {
  const sorted = candidates.toSorted((a, b) => b.score - a.score)
  const causes = [...Map.groupBy(sorted, ({ kind }) => kind).values()].flatMap(([best]) =>
    best === undefined ? [] : [best],
  )
  const missing = causes.findIndex(({ kind }) => kind === 'missing-row')
  if (missing >= missingWithin) causes.splice(missingWithin - 1, 0, ...causes.splice(missing, 1))
  return causes
    .slice(0, maxCauses)
    .map(({ kind, words, rows }) => ({ kind, words, transactionIds: rows.slice(0, maxRows).map(({ id }) => id) }))
}
