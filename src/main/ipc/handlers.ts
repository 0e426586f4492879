import type { HandlerContext } from './context.ts'
import type { Handlers } from './dispatch.ts'
import { createActivityHandlers } from './handlers/activity.ts'
import { createAlertHandlers } from './handlers/alerts.ts'
import { createConnectionHandlers } from './handlers/connection.ts'
import { createCoverageHandlers } from './handlers/coverage.ts'
import { createInstrumentListHandlers } from './handlers/instrument-list.ts'
import { createInstrumentHandlers } from './handlers/instruments.ts'
import { createOrderHandlers } from './handlers/orders.ts'
import { createPortfolioHandlers } from './handlers/portfolio.ts'
import { createReportHandlers } from './handlers/reports.ts'
import { createSettingsHandlers } from './handlers/settings.ts'
import { createSystemHandlers } from './handlers/system.ts'
import { createTransactionHandlers } from './handlers/transactions.ts'
import { createWatchlistHandlers } from './handlers/watchlist.ts'

/** The whole surface of the main process. */
export const createHandlers = (context: HandlerContext): Handlers => ({
  ...createConnectionHandlers(context),
  ...createPortfolioHandlers(context),
  ...createWatchlistHandlers(context),
  ...createInstrumentHandlers(context),
  ...createInstrumentListHandlers(context),
  ...createActivityHandlers(context),
  ...createOrderHandlers(context),
  ...createCoverageHandlers(context),
  ...createTransactionHandlers(context),
  ...createReportHandlers(context),
  ...createAlertHandlers(context),
  ...createSettingsHandlers(context),
  ...createSystemHandlers(context),
})
