import { z } from 'zod'
import { activityRequests } from './contract/activity.ts'
import { alertRequests } from './contract/alert.ts'
import { connectionRequests } from './contract/connection.ts'
import { instrumentRequests } from './contract/instrument.ts'
import { orderRequests } from './contract/order.ts'
import { portfolioRequests } from './contract/portfolio.ts'
import { reportRequests } from './contract/report.ts'
import { systemRequests } from './contract/system.ts'
import { transactionRequests } from './contract/transaction.ts'
import { watchlistRequests } from './contract/watchlist.ts'
import { InstrumentPart } from './model/instrument-view.ts'
import { AccountId, InstrumentSymbol } from './model/values.ts'

/**
 * All that a window may ask of the main process.
 * A request is one entry here and one function in `main/ipc/handlers/`; nothing else changes.
 */
export const requests = {
  ...connectionRequests,
  ...portfolioRequests,
  ...watchlistRequests,
  ...instrumentRequests,
  ...activityRequests,
  ...orderRequests,
  ...transactionRequests,
  ...reportRequests,
  ...alertRequests,
  ...systemRequests,
}

const nothing = z.void()

/** All that a window may hear: what changed, never the data. `profile.changed` means that everything did. */
export const events = {
  'profile.changed': nothing,
  'connection.changed': nothing,
  'accounts.changed': z.object({ accountId: AccountId }),
  'quotes.changed': z.object({ symbols: z.array(InstrumentSymbol) }),
  'orders.changed': z.object({ accountId: AccountId }),
  /** An attempt to cancel moved on. */
  'cancels.changed': nothing,
  'transactions.changed': z.object({ accountId: AccountId }),
  /** What is known of an account's history moved on. */
  'coverage.changed': z.object({ accountId: AccountId }),
  'views.changed': nothing,
  'exports.changed': nothing,
  'reports.changed': nothing,
  /** One has just come to lie on the disk. */
  'report.arrived': z.object({ id: z.string() }),
  /** A rule, or how it stands. */
  'alerts.changed': nothing,
  /** A person is to be told something. */
  'notice.raised': z.object({ id: z.string() }),
  'notices.changed': nothing,
  'events.changed': nothing,
  'instruments.changed': nothing,
  /** A part of an instrument's screen was read, or failed to be. */
  'instrument.changed': z.object({ symbol: InstrumentSymbol, part: InstrumentPart }),
  'schedules.changed': nothing,
  'watchlists.changed': nothing,
  'equity.changed': nothing,
  'settings.changed': nothing,
  'desktop.changed': nothing,
  'jobs.changed': nothing,
  'budget.changed': nothing,
}

export type Method = keyof typeof requests
export type Params<M extends Method> = z.infer<(typeof requests)[M]['params']>
export type Result<M extends Method> = z.infer<(typeof requests)[M]['result']>
export type Topic = keyof typeof events
export type Payload<T extends Topic> = z.infer<(typeof events)[T]>
