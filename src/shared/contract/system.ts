import { z } from 'zod'
import { DesktopState } from '../model/desktop.ts'
import { Health } from '../model/health.ts'
import { Settings } from '../model/settings.ts'
import { BudgetReading, QuoteForecast, ReadQuotas } from '../model/usage.ts'
import { InstrumentSymbol } from '../model/values.ts'
import { nothing, request } from './request.ts'

/** The monitor itself: its host, health, settings, and what a window looks at. */
export const systemRequests = {
  'app.read': request(
    nothing,
    z.object({ version: z.string(), host: z.enum(['desktop', 'web']), platform: z.string(), dataDir: z.string() }),
  ),
  /** `null` in the web host. */
  'desktop.read': request(nothing, DesktopState.nullable()),
  'budget.read': request(nothing, BudgetReading),
  'quotas.read': request(nothing, ReadQuotas),
  /** When the prices of these are asked for next; `null` asks for all that is on screen in any window. */
  'quotes.forecast': request(z.strictObject({ symbols: z.array(InstrumentSymbol).max(500).nullable() }), QuoteForecast),
  'health.read': request(nothing, Health),
  /** Text to copy into a mail: no amounts, no account numbers, no secret. */
  'health.report': request(nothing, z.object({ text: z.string() })),
  /** Runs one job now, or all, ahead of its time. */
  'sync.now': request(z.strictObject({ job: z.string().max(64).nullable() }), nothing),
  /** What a window shows: repeated while it shows it, forgotten 45 s after the last word. */
  'attention.set': request(
    z.strictObject({
      viewId: z.string().min(1).max(64),
      symbols: z.array(InstrumentSymbol).max(500),
      isVisible: z.boolean(),
      /** It shows orders: those that work are read every few seconds. */
      showsOrders: z.boolean().optional(),
    }),
    nothing,
  ),
  'settings.read': request(nothing, Settings),
  'settings.write': request(Settings.partial().strict(), Settings),
}
