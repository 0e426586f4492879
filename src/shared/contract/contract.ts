import { z } from 'zod'
import { InstrumentPart } from '../model/instrument-view.ts'
import { AccountId, InstrumentSymbol } from '../model/values.ts'
import { alertRequests } from './alerts.ts'
import { assistantRequests } from './app/assistants.ts'
import { computersRequests } from './app/computers.ts'
import { dataRequests } from './app/data.ts'
import { lockRequests } from './app/lock.ts'
import { mirrorRequests } from './app/mirror.ts'
import { sealingRequests } from './app/sealing.ts'
import { systemRequests } from './app/system.ts'
import { connectionRequests } from './connection.ts'
import { currencyRequests } from './currencies.ts'
import { dayRequests } from './day.ts'
import { incomeRequests } from './income.ts'
import { instrumentRequests } from './instruments.ts'
import { ledgerRequests } from './ledger.ts'
import { marginRequests } from './margin.ts'
import { orderRequests } from './orders.ts'
import { performanceRequests } from './performance.ts'
import { portfolioRequests } from './portfolio.ts'
import { reportRequests } from './reports.ts'
import { activityRequests, transactionRequests } from './transactions.ts'
import { visitRequests } from './visits.ts'
import { watchlistRequests } from './watchlists.ts'

/**
 * All requests that a window can send to the main process.
 * To add a request, add one entry here, its traits in `read-traits.ts` or `request-traits.ts`, and one function in
 * `main/api/handlers/`.
 */
export const requests = {
  ...connectionRequests,
  ...portfolioRequests,
  ...currencyRequests,
  ...watchlistRequests,
  ...instrumentRequests,
  ...activityRequests,
  ...ledgerRequests,
  ...marginRequests,
  ...dayRequests,
  ...incomeRequests,
  ...performanceRequests,
  ...orderRequests,
  ...transactionRequests,
  ...reportRequests,
  ...alertRequests,
  ...systemRequests,
  ...dataRequests,
  ...sealingRequests,
  ...computersRequests,
  ...assistantRequests,
  ...lockRequests,
  ...mirrorRequests,
  ...visitRequests,
}

const nothing = z.void()

/**
 * All events that a window can receive. An event names what changed and contains no data. `profile.changed` means that
 * everything changed.
 */
export const events = {
  'profile.changed': nothing,
  'connection.changed': nothing,
  'accounts.changed': z.object({ accountId: AccountId }),
  'quotes.changed': z.object({ symbols: z.array(InstrumentSymbol) }),
  'orders.changed': z.object({ accountId: AccountId }),
  /** The state of a cancellation changed. */
  'cancels.changed': nothing,
  'transactions.changed': z.object({ accountId: AccountId }),
  /** More of the history of an account was loaded. */
  'coverage.changed': z.object({ accountId: AccountId }),
  /** The pieces, lots or reconciliation of an account may have changed. */
  'ledger.changed': z.object({ accountId: AccountId }),
  /** A replay started, progressed or ended. */
  'ledger.progress': nothing,
  'views.changed': nothing,
  'exports.changed': nothing,
  /** A copy to PostgreSQL started or ended. */
  'mirror.changed': nothing,
  'reports.changed': nothing,
  /** A report was downloaded. */
  'report.arrived': z.object({ id: z.string() }),
  /** A rule or its state changed. */
  'alerts.changed': nothing,
  /** A new notice exists. */
  'notice.raised': z.object({ id: z.string() }),
  'notices.changed': nothing,
  /** Dividends, bond events, splits or typed maturities changed. */
  'events.changed': nothing,
  'instruments.changed': nothing,
  /** A part of an instrument was read, or a read of it failed. */
  'instrument.changed': z.object({ symbol: InstrumentSymbol, part: InstrumentPart }),
  'schedules.changed': nothing,
  'watchlists.changed': nothing,
  'equity.changed': nothing,
  'settings.changed': nothing,
  /** The base currency or the choice of a rate instrument; rates themselves change with `quotes.changed`. */
  'currencies.changed': nothing,
  /** The list of backups or the condition of the journal changed. */
  'data.changed': nothing,
  /** The contents, faults or conflicts of the shared folder changed. */
  'computers.changed': nothing,
  'desktop.changed': nothing,
  'jobs.changed': nothing,
  /** The app was locked or unlocked, or the lock settings changed. This event is sent even while the app is locked. */
  'lock.changed': nothing,
  /** A report of a deletion was written or dismissed. */
  'erasure.changed': nothing,
  'budget.changed': nothing,
  /** The service began or ceased to refuse something, or sent something new. */
  'service.changed': nothing,
}

export type Method = keyof typeof requests
export type Params<M extends Method> = z.infer<(typeof requests)[M]['params']>
export type Result<M extends Method> = z.infer<(typeof requests)[M]['result']>
export type Topic = keyof typeof events
export type Payload<T extends Topic> = z.infer<(typeof events)[T]>
