import { z } from 'zod'
import { AccountId, Decimal, Instant, InstrumentSymbol } from '../values.ts'
import { Wording } from '../wording.ts'

/** Which lots a sale closes first. `average` keeps one lot at the average cost. */
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
])
export type CauseKind = z.infer<typeof CauseKind>

/** A possible cause of a difference, the likeliest first, with the rows that it rests on. */
export const DifferenceCause = z.object({
  kind: CauseKind,
  /** For a person. */
  words: Wording,
  /** Rows of the account; empty where the cause is that a row is missing. */
  transactionIds: z.array(z.string()),
})
export type DifferenceCause = z.infer<typeof DifferenceCause>

const compared = {
  /** As the service states it; 0 where it does not list it; `null` where it lists it without a figure. */
  stated: Decimal.nullable(),
  /** After all rows; `null` while a part of the history is not loaded. */
  replayed: Decimal.nullable(),
  /** `stated − replayed`; `null` where one of them is unknown. */
  difference: Decimal.nullable(),
  /** Empty where the two agree. */
  causes: z.array(DifferenceCause),
  /** The balance before the first row that a person entered; it is part of `replayed`. */
  opening: Decimal.nullable(),
}

/** One instrument: pieces. */
export const PositionComparison = z.object({
  symbol: InstrumentSymbol,
  name: z.string().nullable(),
  ...compared,
})
export type PositionComparison = z.infer<typeof PositionComparison>

/** One currency: money. */
export const CashComparison = z.object({ currency: z.string(), ...compared })
export type CashComparison = z.infer<typeof CashComparison>

/** The service's positions and cash of one account against the replay of its rows. */
export const Reconciliation = z.object({
  accountId: AccountId,
  /** `partial`: a part of the history is not loaded, so nothing is compared. */
  coverage: z.enum(['whole', 'partial']),
  /** The union of what the service states and what the rows give; instruments by symbol. */
  positions: z.array(PositionComparison),
  cash: z.array(CashComparison),
  /** When the service stated these figures. */
  statedAt: Instant,
  /** Positions and currencies with a difference other than rounding; `null` while coverage is partial. */
  differenceCount: z.int().min(0).nullable(),
})
export type Reconciliation = z.infer<typeof Reconciliation>

/** Pieces that were opened together and are still held. A short lot has negative pieces and, as cost, minus its proceeds. */
export const OpenLot = z.object({
  accountId: AccountId,
  symbol: InstrumentSymbol,
  quantity: Decimal,
  /** Money for all of them, without accrued interest; `null` where it is not known. */
  cost: Decimal.nullable(),
  /** Of the cost; `null` where it is not known. */
  currency: z.string().nullable(),
  /** `null` for an opening balance without a date. */
  openedAt: Instant.nullable(),
  unknownCost: z.boolean(),
})
export type OpenLot = z.infer<typeof OpenLot>

/** The pieces held from `at` on; `null` where a part of the history that decides them is not loaded. */
export const QuantityPoint = z.object({ at: Instant, quantity: Decimal.nullable() })
export type QuantityPoint = z.infer<typeof QuantityPoint>

/** How the replay stands. */
export const LedgerState = z.object({
  phase: z.enum(['idle', 'replaying', 'failed']),
  /** Rows of the replay under way; 0 of 0 while it is idle. */
  done: z.int().min(0),
  total: z.int().min(0),
})
export type LedgerState = z.infer<typeof LedgerState>
