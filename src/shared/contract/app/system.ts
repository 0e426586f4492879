import { z } from 'zod'
import { ServiceCheck, ServiceProblem } from '../../model/app/service.ts'
import { Settings } from '../../model/app/settings.ts'
import { DesktopState, Health } from '../../model/app/system.ts'
import { BudgetReading, QuoteForecast, ReadQuotas } from '../../model/app/usage.ts'
import { InstrumentSymbol } from '../../model/values.ts'
import { nothing, request } from '../request.ts'

/** The monitor itself: host, health, settings, and what the windows show. */
export const systemRequests = {
  'app.read': request(
    nothing,
    z.object({ version: z.string(), host: z.enum(['desktop', 'web']), platform: z.string(), dataDir: z.string() }),
  ),
  /** The state of the desktop; `null` in the web host. */
  'desktop.read': request(nothing, DesktopState.nullable()),
  /** Quits, installs the downloaded new version, and starts it. Throws `invalid` if there is no new version. */
  'desktop.restartToUpdate': request(nothing, nothing),
  'budget.read': request(nothing, BudgetReading),
  'quotas.read': request(nothing, ReadQuotas),
  /** When the prices of these symbols are requested next; `null` means everything that any window shows. */
  'quotes.forecast': request(z.strictObject({ symbols: z.array(InstrumentSymbol).max(500).nullable() }), QuoteForecast),
  'health.read': request(nothing, Health),
  /** Data of the service that is missing now, the longest missing first. */
  'service.problems': request(nothing, z.array(ServiceProblem)),
  /** Asks the service for each kind of data once. Throws `invalid` while syncing is off. */
  'service.check': request(nothing, ServiceCheck),
  /** A text to copy, for example into an e-mail. It contains no amounts, account numbers or secrets. */
  'health.report': request(nothing, z.object({ text: z.string() })),
  /** The last lines of the log. They contain no error messages and no secrets. */
  'health.readLog': request(nothing, z.object({ path: z.string(), text: z.string() })),
  /** Opens the log file with the default program of the system; desktop only. */
  'health.openLog': request(nothing, nothing),
  /** Runs one job (`null`: all jobs) now. */
  'sync.now': request(z.strictObject({ job: z.string().max(64).nullable() }), nothing),
  /** What a window shows. The window repeats it; the host forgets it after 45 s. */
  'attention.set': request(
    z.strictObject({
      viewId: z.string().min(1).max(64),
      symbols: z.array(InstrumentSymbol).max(500),
      isVisible: z.boolean(),
      /** Whether the window shows orders: if so, working orders are read every few seconds. */
      showsOrders: z.boolean().optional(),
    }),
    nothing,
  ),
  'settings.read': request(nothing, Settings),
  'settings.write': request(Settings.partial().strict(), Settings),
}
