import { z } from 'zod'
import { AccountId, Decimal, Instant, InstrumentSymbol } from '../values.ts'
import { CauseReason } from './cause-reason.ts'

/** The lots that a sale closes first. `average` keeps one lot at the average cost. */
export const LotMethod = z.enum(['fifo', 'lifo', 'hifo', 'average'])
export type LotMethod = z.infer<typeof LotMethod>

/** Why a stated figure and the replayed one may differ. */
export const CauseKind = z.enum([
  'not-loaded',
  'unsettled',
  'missing-row',
  'extra-row',
  'doubled-row',
  'sign',
  'split',
  'lot-size',
  'face-value',
  'amortization',
  'opening-balance',
  'commission-currency',
  'rounding',
  'unreadable-row',
  'lost-row',
  'withdrawn-row',
  'no-market',
  'lent-pieces',
  'exchange-booking',
])
export type CauseKind = z.infer<typeof CauseKind>

/** A possible cause of a difference, with the transactions that indicate it. The most likely cause comes first. */
export const DifferenceCause = z.object({
  kind: CauseKind,
  /** The cause with its values; several if it explains several figures. */
  reasons: z.array(CauseReason),
  /** Transactions of the account; empty if the cause is a missing transaction. */
  transactionIds: z.array(z.string()),
})
export type DifferenceCause = z.infer<typeof DifferenceCause>

const compared = {
  /** The figure of the service; 0 if the service does not list it; `null` if it is listed without a figure. */
  stated: Decimal.nullable(),
  /** The figure after all transactions; `null` if part of the history is not loaded. */
  replayed: Decimal.nullable(),
  /** `stated − replayed`; `null` if one of them is unknown. */
  difference: Decimal.nullable(),
  /** Empty if the two figures agree. */
  causes: z.array(DifferenceCause),
  /** The balance before the first transaction, entered by the user; it is part of `replayed`. */
  opening: Decimal.nullable(),
}

/** The comparison for one instrument, in pieces. */
export const PositionComparison = z.object({
  symbol: InstrumentSymbol,
  name: z.string().nullable(),
  ...compared,
})
export type PositionComparison = z.infer<typeof PositionComparison>

/** The comparison for one currency, in money. */
export const CashComparison = z.object({ currency: z.string(), ...compared })
export type CashComparison = z.infer<typeof CashComparison>

/** The positions and cash that the service states for one account, compared with the replay of its transactions. */
export const Reconciliation = z.object({
  accountId: AccountId,
  /** `partial`: part of the history is not loaded, so nothing is compared. */
  coverage: z.enum(['whole', 'partial']),
  /** Every instrument that either side has, by symbol. */
  positions: z.array(PositionComparison),
  cash: z.array(CashComparison),
  /** When the service stated these figures. */
  statedAt: Instant,
  /** The number of positions and currencies with a difference beyond rounding; `null` if coverage is partial. */
  differenceCount: z.int().min(0).nullable(),
})
export type Reconciliation = z.infer<typeof Reconciliation>

/**
 * Pieces that were opened together and are still held. If the lot is short, its pieces are negative and its cost is minus
 * its proceeds.
 */
export const OpenLot = z.object({
  accountId: AccountId,
  symbol: InstrumentSymbol,
  quantity: Decimal,
  /** The cost of all pieces together, without accrued interest; `null` if unknown. */
  cost: Decimal.nullable(),
  /** The currency of the cost; `null` if unknown. */
  currency: z.string().nullable(),
  /** `null` for an opening balance without a date. */
  openedAt: Instant.nullable(),
  unknownCost: z.boolean(),
})
export type OpenLot = z.infer<typeof OpenLot>

/** The pieces held from `at` on; `null` if the part of the history that decides it is not loaded. */
export const QuantityPoint = z.object({ at: Instant, quantity: Decimal.nullable() })
export type QuantityPoint = z.infer<typeof QuantityPoint>

/** The progress of the replay. */
export const LedgerState = z.object({
  phase: z.enum(['idle', 'replaying', 'failed']),
  /** Processed transactions of the running replay; `done` and `total` are 0 while none is running. */
  done: z.int().min(0),
  total: z.int().min(0),
})
export type LedgerState = z.infer<typeof LedgerState>
