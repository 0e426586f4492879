import { z } from 'zod'
import { EventRow, TransactionRow } from '../model/activity.ts'
import { Instant } from '../model/values.ts'
import { AccountScope } from './portfolio.ts'
import { request } from './request.ts'

/** What happened and what is about to: movements, corporate events. */
export const activityRequests = {
  'transactions.recent': request(
    AccountScope.extend({ limit: z.int().min(1).max(200) }),
    z.object({
      rows: z.array(TransactionRow),
      /** The first instant from which every account is known without a hole until its last reading. */
      knownFrom: Instant.nullable(),
    }),
  ),
  'events.list': request(AccountScope, z.array(EventRow)),
}
