import { z } from 'zod'
import { NotConverted } from './currency.ts'
import { CalendarDate, Decimal, InstrumentSymbol } from './values.ts'

/** The contribution of an instrument to the day's profit, over all accounts in scope. */
export const ContributionRow = z.object({ symbol: InstrumentSymbol, name: z.string().nullable(), amount: Decimal })
export type ContributionRow = z.infer<typeof ContributionRow>

/** The profit of the positions whose last price is from the same day, in the time of their markets. */
export const ContributionSession = z.object({
  day: CalendarDate,
  /** `null` if the amounts cannot be added. */
  amount: Decimal.nullable(),
  /** The number of instruments, and the names of some of them, largest contribution first. */
  count: z.int(),
  names: z.array(z.string()),
})
export type ContributionSession = z.infer<typeof ContributionSession>

/** The day's profit by instrument. Exactly `total = sum of gains + sum of losses + others`. */
export const Contribution = z.object({
  /**
   * The base currency, or the only currency of the stated profits. `null` if there are several currencies; nothing is added
   * then.
   */
  currency: z.string().nullable(),
  /** `null` if nothing could be added. */
  total: Decimal.nullable(),
  /** Both lists start with the largest amount. */
  gains: z.array(ContributionRow),
  losses: z.array(ContributionRow),
  /** The instruments with smaller contributions, including those without a change. */
  others: z.object({ count: z.int(), amount: Decimal }),
  /** The latest session first. */
  sessions: z.array(ContributionSession),
  notConverted: z.array(NotConverted),
  /** The names of the instruments for which the service states no day's profit. */
  missing: z.array(z.string()),
})
export type Contribution = z.infer<typeof Contribution>
