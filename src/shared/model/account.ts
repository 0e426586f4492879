import { z } from 'zod'
import { AccountId, Decimal, Instant, InstrumentSymbol, Money } from './values.ts'

/** A position as the service reports it. `quantity` is in signed pieces, not lots; `null` means not reported. */
export const Position = z.object({
  symbol: InstrumentSymbol,
  quantity: Decimal.nullable(),
  averagePrice: Decimal.nullable(),
  currentPrice: Decimal.nullable(),
  maintenanceMargin: Decimal.nullable(),
  dailyPnl: Decimal.nullable(),
  unrealizedPnl: Decimal.nullable(),
})
export type Position = z.infer<typeof Position>

/** The one `portfolio_*` field that the response for an account contains. */
export const Portfolio = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('mc'),
    availableCash: Decimal.nullable(),
    initialMargin: Decimal.nullable(),
    maintenanceMargin: Decimal.nullable(),
  }),
  z.object({ kind: z.literal('mct') }),
  z.object({ kind: z.literal('forts'), availableCash: Decimal.nullable(), moneyReserved: Decimal.nullable() }),
])
export type Portfolio = z.infer<typeof Portfolio>

/** An account as the service reports it. The service names no currency for `equity`. */
export const Account = z.object({
  id: AccountId,
  type: z.string(),
  status: z.string(),
  equity: Decimal.nullable(),
  unrealizedProfit: Decimal.nullable(),
  positions: z.array(Position),
  cash: z.array(Money),
  portfolio: Portfolio.nullable(),
  openedAt: Instant.nullable(),
  firstTradeAt: Instant.nullable(),
  firstNonTradeAt: Instant.nullable(),
})
export type Account = z.infer<typeof Account>
