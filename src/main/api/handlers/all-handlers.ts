import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'
import { createAlertHandlers } from './alerts.ts'
import { createAssistantHandlers } from './app/assistants.ts'
import { createComputersHandlers } from './app/computers.ts'
import { createDataHandlers } from './app/data.ts'
import { createLockHandlers } from './app/lock.ts'
import { createMirrorHandlers } from './app/mirror.ts'
import { createSealingHandlers } from './app/sealing.ts'
import { createSettingsHandlers, createSystemHandlers } from './app/system.ts'
import { createConnectionHandlers } from './connection.ts'
import { createCurrencyHandlers } from './currencies.ts'
import { createDayHandlers } from './day.ts'
import { createIncomeHandlers } from './income.ts'
import { createInstrumentListHandlers, createInstrumentHandlers } from './instruments.ts'
import { createLedgerHandlers } from './ledger.ts'
import { createMarginHandlers } from './margin.ts'
import { createOrderHandlers } from './orders.ts'
import { createPerformanceHandlers } from './performance.ts'
import { createPortfolioHandlers } from './portfolio.ts'
import { createReportHandlers } from './reports.ts'
import { createActivityHandlers, createTransactionHandlers, createCoverageHandlers } from './transactions.ts'
import { createVisitHandlers } from './visits.ts'
import { createWatchlistHandlers } from './watchlists.ts'

/** The handlers of all requests. */
export const createHandlers = (context: HandlerContext): Handlers => ({
  ...createConnectionHandlers(context),
  ...createPortfolioHandlers(context),
  ...createCurrencyHandlers(context),
  ...createWatchlistHandlers(context),
  ...createInstrumentHandlers(context),
  ...createInstrumentListHandlers(context),
  ...createActivityHandlers(context),
  ...createLedgerHandlers(context),
  ...createMarginHandlers(context),
  ...createDayHandlers(context),
  ...createIncomeHandlers(context),
  ...createPerformanceHandlers(context),
  ...createOrderHandlers(context),
  ...createCoverageHandlers(context),
  ...createTransactionHandlers(context),
  ...createReportHandlers(context),
  ...createAlertHandlers(context),
  ...createSettingsHandlers(context),
  ...createSystemHandlers(context),
  ...createDataHandlers(context),
  ...createSealingHandlers(context),
  ...createComputersHandlers(context),
  ...createAssistantHandlers(context),
  ...createLockHandlers(context),
  ...createMirrorHandlers(context),
  ...createVisitHandlers(context),
})
