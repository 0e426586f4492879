import { z } from 'zod'
import { AccountId, Decimal, Instant, InstrumentSymbol } from '../values.ts'
import { LotMethod } from './ledger.ts'

/** Pieces that were closed together. A short position was closed by a purchase, so its proceeds came first. */
export const RealizedLot = z.object({
  accountId: AccountId,
  symbol: InstrumentSymbol,
  name: z.string().nullable(),
  pieces: Decimal,
  /** `null` if unknown. */
  openedAt: Instant.nullable(),
  closedAt: Instant,
  /** Whole UTC days between opening and closing. */
  holdingDays: z.int().nullable(),
  currency: z.string().nullable(),
  cost: Decimal.nullable(),
  proceeds: Decimal.nullable(),
  /** `proceeds − cost`; `null` if one of them is unknown. */
  profit: Decimal.nullable(),
})
export type RealizedLot = z.infer<typeof RealizedLot>

const RealizedTotal = z.object({
  year: z.int(),
  currency: z.string(),
  lotCount: z.int(),
  cost: Decimal,
  proceeds: Decimal,
  profit: Decimal,
  /** The number of lots with unknown cost or proceeds. They are not in the sums. */
  unknownCount: z.int(),
})

/** Realized lots, the latest first. */
export const RealizedLots = z.object({
  coverage: z.enum(['whole', 'partial']),
  method: LotMethod,
  lots: z.array(RealizedLot),
  /** The number of lots in the whole period. */
  lotCount: z.int().min(0),
  /** By UTC year and currency. */
  totals: z.array(RealizedTotal),
  /** The profit by each method, and its difference from the chosen method. */
  methods: z.array(z.object({ method: LotMethod, currency: z.string(), profit: Decimal, difference: Decimal })),
})
export type RealizedLots = z.infer<typeof RealizedLots>
