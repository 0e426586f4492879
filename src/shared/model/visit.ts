import { z } from 'zod'
import { NoticeRow } from './alert.ts'
import { SeenOrderChange } from './order/order.ts'
import { EventRow, TransactionRow } from './transaction/transaction.ts'
import { Instant } from './values.ts'

/** The user's visits. Stored for each profile. */
export const Visit = z.object({
  /** When the previous visit ended, or when the user marked everything as seen; `null` before the second visit. */
  since: Instant.nullable(),
  /** The last known time at which the app was used. */
  seenAt: Instant,
})
export type Visit = z.infer<typeof Visit>

/** What happened in the accounts in scope since an instant; each list is newest first. */
export const SinceVisit = z.object({
  /** The newest transactions; `isMore`: there are more of them. */
  transactions: z.object({ rows: z.array(TransactionRow), isMore: z.boolean() }),
  /** Executions observed in the order lists. */
  executions: z.array(SeenOrderChange.extend({ name: z.string().nullable(), side: z.string() })),
  /** Dividends, coupons, offers and splits of held instruments on the days since then. */
  events: z.array(EventRow),
  /** Alerts of all accounts, whatever the scope. */
  notices: z.array(NoticeRow),
})
export type SinceVisit = z.infer<typeof SinceVisit>
