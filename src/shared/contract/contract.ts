import { z } from 'zod'
import { activityRequests, transactionRequests } from './transaction.ts'
import { alertRequests } from './alert.ts'
import { computersRequests } from './computers.ts'
import { connectionRequests } from './connection.ts'
import { currencyRequests } from './currency.ts'
import { dataRequests, mirrorRequests } from './data.ts'
import { dayRequests } from './day.ts'
import { incomeRequests } from './income.ts'
import { instrumentRequests } from './instrument.ts'
import { ledgerRequests } from './ledger.ts'
import { marginRequests } from './margin.ts'
import { orderRequests } from './order.ts'
import { performanceRequests } from './performance.ts'
import { portfolioRequests, visitRequests } from './portfolio.ts'
import { lockRequests, sealingRequests } from './privacy.ts'
import { reportRequests } from './report.ts'
import { assistantRequests, systemRequests } from './system.ts'
import { watchlistRequests } from './watchlist.ts'
import { InstrumentPart } from '../model/instrument-view.ts'
import { AccountId, InstrumentSymbol } from '../model/values.ts'

/**
 * All requests that a window can send to the main process.
 * To add a request, add one entry here and one function in `main/ipc/handlers/`.
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

/** All events that a window can receive. They name what changed and contain no data. `profile.changed`: everything changed. */
export const events = {
  'profile.changed': nothing,
  'connection.changed': nothing,
  'accounts.changed': z.object({ accountId: AccountId }),
  'quotes.changed': z.object({ symbols: z.array(InstrumentSymbol) }),
  'orders.changed': z.object({ accountId: AccountId }),
  /** The state of a cancellation changed. */
  'cancels.changed': nothing,
  'transactions.changed': z.object({ accountId: AccountId }),
  /** More of the history of an account is known. */
  'coverage.changed': z.object({ accountId: AccountId }),
  /** Pieces, lots or the reconciliation of an account may be others now. */
  'ledger.changed': z.object({ accountId: AccountId }),
  /** A replay began, went on or ended. */
  'ledger.progress': nothing,
  'views.changed': nothing,
  'exports.changed': nothing,
  /** A run into PostgreSQL began or ended. */
  'mirror.changed': nothing,
  'reports.changed': nothing,
  /** A report was downloaded. */
  'report.arrived': z.object({ id: z.string() }),
  /** A rule or its state changed. */
  'alerts.changed': nothing,
  /** A new notice exists. */
  'notice.raised': z.object({ id: z.string() }),
  'notices.changed': nothing,
  'events.changed': nothing,
  'instruments.changed': nothing,
  /** A part of an instrument was read, or the read failed. */
  'instrument.changed': z.object({ symbol: InstrumentSymbol, part: InstrumentPart }),
  'schedules.changed': nothing,
  'watchlists.changed': nothing,
  'equity.changed': nothing,
  'settings.changed': nothing,
  /** The base currency or the choice of a rate instrument; rates themselves change with `quotes.changed`. */
  'currencies.changed': nothing,
  /** Backups, or whether the journal is well. */
  'data.changed': nothing,
  /** The folder that the computers of the person share: what is in it, its faults, or its conflicts. */
  'computers.changed': nothing,
  'desktop.changed': nothing,
  'jobs.changed': nothing,
  /** The app was locked or opened, or its lock changed. Also sent while it is locked. */
  'lock.changed': nothing,
  /** The report of a deletion is there, or was read. */
  'erasure.changed': nothing,
  'budget.changed': nothing,
}

export type Method = keyof typeof requests
export type Params<M extends Method> = z.infer<(typeof requests)[M]['params']>
export type Result<M extends Method> = z.infer<(typeof requests)[M]['result']>
export type Topic = keyof typeof events
export type Payload<T extends Topic> = z.infer<(typeof events)[T]>
