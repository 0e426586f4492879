import type { RemainderReason } from '../../../shared/model/ledger/performance.ts'
import type { HoldingSums } from '../ledger/series/state.ts'

/** Amounts by currency in units of 10⁻¹⁸. */
export type Amounts = ReadonlyMap<string, bigint>

/** What moved in one currency over a period. */
export type MovedSums = HoldingSums

/** One instrument over a period, in all accounts of the scope. */
export interface InstrumentPeriod {
  readonly symbol: string
  /** The value at both ends, by currency; `null` if it is not known. */
  readonly begin: Amounts | null
  readonly end: Amounts | null
  /** The part of the end's value that the service states beyond the rows. */
  readonly difference: Amounts
  /** The currency of its value, also where the value is not known; `null` if no source states it. */
  readonly currency: string | null
  readonly moved: readonly MovedSums[]
  /** The value of pieces that came in across the edge of the scope; `null` if it is not known. */
  readonly flows: Amounts | null
  /** The value of pieces that came in for an unknown reason; `null` if it is not known. */
  readonly unexplained: Amounts | null
  /** Pieces that were closed without a known cost or proceeds. */
  readonly unknownClosed: bigint
}

/** Cash, and the money that belongs to no instrument. */
export interface CashPeriod {
  readonly begin: ReadonlyMap<string, CashAmount | null>
  readonly end: ReadonlyMap<string, CashAmount | null>
  readonly moved: readonly MovedSums[]
}

/** `difference`: the part of it that the service states beyond the rows. `null` instead: not known. */
export interface CashAmount {
  readonly amount: bigint
  readonly difference: bigint
}

/** The figures of a period in one currency, in units of 10⁻¹⁸; `null` is unknown. */
export interface CurrencySums {
  begin: bigint | null
  end: bigint | null
  netDeposits: bigint | null
  realized: bigint
  unrealized: bigint | null
  income: bigint
  fees: bigint
  taxes: bigint
  remainder: Map<RemainderReason, { amount: bigint; symbols: Set<string> }> | null
}

/** What an instrument (`null`: none) added, by currency; `null` if its value is not known at one end. */
export interface Added {
  readonly symbol: string | null
  readonly amounts: ReadonlyMap<string, bigint | null>
}
