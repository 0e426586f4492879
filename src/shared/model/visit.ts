import { z } from 'zod'
import { SeenOrderChange } from './order/order.ts'
import { NoticeRow } from './alert.ts'
import { EventRow, TransactionRow } from './transaction/transaction.ts'
import { Instant } from './values.ts'

/** When the person looked. Kept for each profile. */
export const Visit = z.object({
  /** When the visit before this one ended, or the person marked all as seen; `null` before the second visit. */
  since: Instant.nullable(),
  /** When the person was last known to look. */
  seenAt: Instant,
})
export type Visit = z.infer<typeof Visit>

/** What happened in the accounts in scope since an instant, each list newest first. */
export const SinceVisit = z.object({
  /** The newest ones; `isMore`: there are others. */
  transactions: z.object({ rows: z.array(TransactionRow), isMore: z.boolean() }),
  /** Executions that the lists of orders showed. */
  executions: z.array(SeenOrderChange.extend({ name: z.string().nullable(), side: z.string() })),
  /** Dividends, coupons, offers and splits of what is held, of the days since then. */
  events: z.array(EventRow),
  /** Alerts concern all accounts. */
  notices: z.array(NoticeRow),
})
export type SinceVisit = z.infer<typeof SinceVisit>
