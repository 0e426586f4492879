import type { Decimal } from '../../../../shared/decimal.ts'
import type { CauseKind } from '../../../../shared/model/ledger/ledger.ts'
import type { LedgerRow } from '../row.ts'

/** A figure of the union: pieces of a symbol, or money of a currency. Units of 10⁻¹⁸. */
export interface Figure {
  /** The symbol or the currency. */
  readonly key: string
  /** 0 where the service does not list it, `null` where it lists it without a figure. */
  readonly stated: Decimal | null
  readonly replayed: bigint
  /** Entered by a person and part of `replayed`; `null` where there is none. */
  readonly opening: bigint | null
}

/** A figure with a difference. */
export interface Gap extends Figure {
  /** Stated − replayed, never 0. */
  readonly difference: bigint
}

/** A payment or a split that the service announced for an instrument. */
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
  /** Pieces of a lot, a plain whole number; `null` where it is not known or not whole. */
  lotSizeOf(symbol: string): bigint | null
  /** Face values of bonds in units, by symbol. */
  readonly faces: ReadonlyMap<string, bigint>
  readonly events: readonly AnnouncedEvent[]
}

/** What may have caused a difference. */
export interface Candidate {
  readonly kind: CauseKind
  /** The likelier the larger; see `scores.ts`. */
  readonly score: number
  readonly words: string
  readonly rows: readonly LedgerRow[]
  /**
   * The difference in cash that the same cause makes: that of removing or turning its rows. `null` where it is not known, as
   * for a row that is missing.
   */
  readonly cashEffect: { readonly currency: string; readonly money: bigint } | null
}
