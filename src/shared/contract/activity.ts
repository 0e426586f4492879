import { z } from 'zod'
import { EventRow, TransactionRow } from '../model/transaction/activity.ts'
import { Instant } from '../model/values.ts'
import { AccountScope } from './portfolio.ts'
import { request } from './request.ts'

/** Recent transactions, and past and upcoming corporate events. */
export const activityRequests = {
  'transactions.recent': request(
    AccountScope.extend({ limit: z.int().min(1).max(200) }),
    z.object({
      rows: z.array(TransactionRow),
      /** Since when the history of every account is complete up to its last update; `null` if it is not. */
      knownFrom: Instant.nullable(),
    }),
  ),
  'events.list': request(AccountScope, z.array(EventRow)),
}
