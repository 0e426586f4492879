import { z } from 'zod'
import { AssistantState } from '../model/app/assistant.ts'
import { DesktopState, Health } from '../model/app/system.ts'
import { Settings } from '../model/app/settings.ts'
import { BudgetReading, QuoteForecast, ReadQuotas } from '../model/app/usage.ts'
import { InstrumentSymbol } from '../model/values.ts'
import { nothing, request } from './request.ts'

/** Programs with a language model that read the open profile over `tidemark mcp`. */
export const assistantRequests = {
  'assistants.read': request(nothing, AssistantState),
}

/** The monitor itself: host, health, settings, and what a window shows. */
export const systemRequests = {
  'app.read': request(
    nothing,
    z.object({ version: z.string(), host: z.enum(['desktop', 'web']), platform: z.string(), dataDir: z.string() }),
  ),
  /** `null` in the web host. */
  'desktop.read': request(nothing, DesktopState.nullable()),
  /** Quits, installs the new version that is ready, and starts it. Throws `invalid` when none is. */
  'desktop.restartToUpdate': request(nothing, nothing),
  'budget.read': request(nothing, BudgetReading),
  'quotas.read': request(nothing, ReadQuotas),
  /** When the prices of these symbols are requested next; `null` is everything that any window shows. */
  'quotes.forecast': request(z.strictObject({ symbols: z.array(InstrumentSymbol).max(500).nullable() }), QuoteForecast),
  'health.read': request(nothing, Health),
  /** A text to copy, for example into an e-mail, without amounts, account numbers and secrets. */
  'health.report': request(nothing, z.object({ text: z.string() })),
  /** The last lines of the log: no message of an error, no secret. */
  'health.readLog': request(nothing, z.object({ path: z.string(), text: z.string() })),
  /** Opens the log file with the system's program; only the desktop host can. */
  'health.openLog': request(nothing, nothing),
  /** Runs one job (`null`: all jobs) now. */
  'sync.now': request(z.strictObject({ job: z.string().max(64).nullable() }), nothing),
  /** What a window shows. The window repeats it; the host forgets it after 45 s. */
  'attention.set': request(
    z.strictObject({
      viewId: z.string().min(1).max(64),
      symbols: z.array(InstrumentSymbol).max(500),
      isVisible: z.boolean(),
      /** Whether it shows orders: working orders are then read every few seconds. */
      showsOrders: z.boolean().optional(),
    }),
    nothing,
  ),
  'settings.read': request(nothing, Settings),
  'settings.write': request(Settings.partial().strict(), Settings),
}
