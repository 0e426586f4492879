import type { RemainderReason } from '#shared/model/ledger/performance.ts'
import type { HoldingSums } from '../ledger/series/holding-sums.ts'

/** Amounts by currency in units of 10⁻¹⁸. */
export type Amounts = ReadonlyMap<string, bigint>

/** The sums of the rows of a period in one currency, by their kind, in units of 10⁻¹⁸. */
export type MovedSums = HoldingSums

/** One instrument over a period, in all accounts of the scope. */
export interface InstrumentPeriod {
  readonly symbol: string
  /** The value at the start and at the end, by currency; `null` if it is not known. */
  readonly begin: Amounts | null
  readonly end: Amounts | null
  /** The part of the final value that the service reports and the rows do not explain. */
  readonly difference: Amounts
  /** The currency of its value, even if the value is not known; `null` if no source states it. */
  readonly currency: string | null
  readonly moved: readonly MovedSums[]
  /** The value of pieces transferred into the scope (negative: out of it); `null` if it is not known. */
  readonly flows: Amounts | null
  /** The value of pieces that rows of unknown kind move in; `null` if it is not known. */
  readonly unexplained: Amounts | null
  /** The number of closed pieces without a known cost or proceeds, in units. */
  readonly unknownClosed: bigint
}

/** Cash at the start and at the end, and the rows without an instrument. */
export interface CashPeriod {
  readonly begin: ReadonlyMap<string, CashAmount | null>
  readonly end: ReadonlyMap<string, CashAmount | null>
  readonly moved: readonly MovedSums[]
}

/**
 * An amount in units of 10⁻¹⁸. `difference`: the part of it that the service reports and the rows do not explain.
 * `null` in its place means that it is not known.
 */
export interface CashAmount {
  readonly amount: bigint
  readonly difference: bigint
}

/** The figures of a period in one currency, in units of 10⁻¹⁸; `null` if a figure is not known. */
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

/**
 * What an instrument adds to the result, by currency in units; `null` if its value at the start or the end is not
 * known. `symbol` is `null` for cash.
 */
export interface Added {
  readonly symbol: string | null
  readonly amounts: ReadonlyMap<string, bigint | null>
}
