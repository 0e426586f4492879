import { z } from 'zod'
import { NotConverted } from './currency.ts'
import { CalendarDate, Decimal, InstrumentSymbol } from './values.ts'

/** What an instrument added to the day's profit, over all accounts in scope. */
export const ContributionRow = z.object({ symbol: InstrumentSymbol, name: z.string().nullable(), amount: Decimal })
export type ContributionRow = z.infer<typeof ContributionRow>

/** The profit of the positions whose last price is of the same UTC day. */
export const ContributionSession = z.object({
  day: CalendarDate,
  /** `null` where nothing is added. */
  amount: Decimal.nullable(),
  /** How many instruments, and some of them by name, the largest contribution first. */
  count: z.int(),
  names: z.array(z.string()),
})
export type ContributionSession = z.infer<typeof ContributionSession>

/** The day's profit by instrument. Exactly `total = sum of gains + sum of losses + others`. */
export const Contribution = z.object({
  /** The base currency, or the one currency of all stated profits; `null` where there are several: then nothing is added. */
  currency: z.string().nullable(),
  /** `null` while nothing could be added. */
  total: Decimal.nullable(),
  /** The largest first, both. */
  gains: z.array(ContributionRow),
  losses: z.array(ContributionRow),
  /** The smaller ones, those without a change among them. */
  others: z.object({ count: z.int(), amount: Decimal }),
  /** The latest session first. */
  sessions: z.array(ContributionSession),
  notConverted: z.array(NotConverted),
  /** The names of instruments of which the service states no profit of the day. */
  missing: z.array(z.string()),
})
export type Contribution = z.infer<typeof Contribution>
