import type { Decimal } from '#shared/decimal.ts'
import type { CauseReason } from '#shared/model/ledger/cause-reason.ts'
import type { CauseKind, DifferenceCause } from '#shared/model/ledger/ledger.ts'
import type { UnreadableRows } from '#shared/model/transaction/history.ts'
import type { LedgerRow } from '../row.ts'

/** A figure that is compared: pieces of a symbol, or money of a currency. In units of 10⁻¹⁸. */
export interface Figure {
  /** The symbol or the currency. */
  readonly key: string
  /** The reported figure: 0 if the service does not list it, `null` if it lists it without a figure. */
  readonly stated: Decimal | null
  readonly replayed: bigint
  /** The opening balance that the user entered, which is part of `replayed`; `null` if there is none. */
  readonly opening: bigint | null
}

/** A figure with a difference. */
export interface Gap extends Figure {
  /** Reported minus replayed, never 0. */
  readonly difference: bigint
}

/**
 * A payment or a split that the service announces for an instrument; its money for one piece, or its ratio, in units.
 * `at` in UTC ms.
 */
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

/** Finds the rows that may explain a difference. Each result is in the order of the replay. */
export interface Evidence {
  readonly statedAt: number
  rowsOf(symbol: string): readonly LedgerRow[]
  /** Rows of this currency with one of these amounts. */
  rowsWithMoney(currency: string, amounts: readonly bigint[]): readonly LedgerRow[]
  /** Rows at this time (UTC ms) or later. */
  rowsSince(at: number): readonly LedgerRow[]
  /** The number of pieces in a lot, not in units; `null` if it is not known or not whole. */
  lotSizeOf(symbol: string): bigint | null
  /** Face values of bonds in units, by symbol. */
  readonly faces: ReadonlyMap<string, bigint>
  readonly events: readonly AnnouncedEvent[]
  /** Rows that were sent and could not be read, so that they are in no figure. */
  readonly unreadable: readonly UnreadableRows[]
  /** Rows whose instrument could not be read. */
  readonly withoutInstrument: readonly LedgerRow[]
  /** Rows that the service no longer sends, so that they are in no figure. */
  readonly withdrawn: readonly LedgerRow[]
  /** Rows that the last complete responses lack. Figures contain them until that is certain. */
  readonly missing: readonly LedgerRow[]
}

/** A possible cause of a difference. */
export interface Candidate {
  readonly kind: CauseKind
  /** A higher score means a likelier cause; see `scores`. */
  readonly score: number
  readonly reasons: readonly CauseReason[]
  readonly rows: readonly LedgerRow[]
  /**
   * The difference in cash that the same cause makes if its rows are removed or change their sign, in units. `null` if
   * it is not known, as for a missing row.
   */
  readonly cashEffect: { readonly currency: string; readonly money: bigint } | null
}

/**
 * The score of a cause by its evidence. A cause whose row explains both pieces and money is the likeliest; a cause that
 * contradicts the other figures is the least likely. Only the order of the numbers matters.
 */
export const scores = {
  /** A row that is known to be missing. */
  lostRow: 100,
  /** A row that was there and whose amount is the difference. */
  withdrawnRow: 99,
  /** The same row explains pieces and money, and another row is equal to it. */
  doubledInBoth: 98,
  rowInBoth: 95,
  /** Pieces that are lent or borrowed, and nothing else. */
  lentPieces: 94,
  splitOfThatDay: 93,
  /** A trade whose money and pieces have the same sign. */
  contradictoryRow: 91,
  unreadable: 90,
  doubledMoney: 88,
  commissionInBoth: 86,
  announcedPayment: 84,
  /** Rows without money explain the pieces, and there is no difference in cash. */
  rowWithoutMoney: 80,
  /** Pieces and money differ in opposite directions, as after a trade. */
  missingTrade: 75,
  unsettled: 72,
  /** Equal rows whose money is not the difference in cash: other rows of that currency may be wrong as well. */
  doubledUnsupported: 71,
  /** The ratio of a usual split, and no difference in cash. */
  usualSplit: 70,
  soldBeforeHeld: 62,
  rowOfMoney: 60,
  signOfMoney: 58,
  missing: 55,
  faceValue: 50,
  lotSize: 46,
  /** The money differs as well, but by another amount. */
  rowUnsupported: 42,
  weak: 25,
  opening: 10,
} as const

const maxCauses = 5
const maxRows = 20
/** A missing row can explain every difference, so it is always among the first causes. */
const missingWithin = 3

/** Returns the likeliest causes, at most one of each kind, the likeliest first. */
export function rankCauses(candidates: readonly Candidate[]): DifferenceCause[] {
  const sorted = candidates.toSorted((a, b) => b.score - a.score)
  const causes = [...Map.groupBy(sorted, ({ kind }) => kind).values()].flatMap(([best]) =>
    best === undefined ? [] : [best],
  )
  const missing = causes.findIndex(({ kind }) => kind === 'missing-row')
  if (missing >= missingWithin) causes.splice(missingWithin - 1, 0, ...causes.splice(missing, 1))
  return causes.slice(0, maxCauses).map(({ kind, reasons, rows }) => ({
    kind,
    reasons: [...reasons],
    transactionIds: rows.slice(0, maxRows).map(({ id }) => id),
  }))
}
