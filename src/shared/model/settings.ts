import { z } from 'zod'
import { readAccelerator } from '../accelerator.ts'
import { AccountId, Instant, InstrumentSymbol } from './values.ts'

/** What stands first in the tray's tooltip, and beside its icon where the system has room. */
export const TrayFigure = z.enum([
  'total',
  'day-profit',
  'day-percent',
  'unrealized',
  'account',
  'symbol',
  'top-mover',
  'alternating',
  'icon-only',
])
export type TrayFigure = z.infer<typeof TrayFigure>

/** An hour and minute of the day: `22:30`. */
const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** What a person chose. Every field has a default, so that older settings stay readable. */
export const Settings = z.object({
  theme: z.enum(['light', 'dark', 'system']),
  density: z.enum(['comfortable', 'compact']),
  /** Colours of gain and loss. */
  palette: z.enum(['green-red', 'blue-orange']),
  hideAmounts: z.boolean(),
  /** The currency the service states equity in: it names none, a person may. */
  accountCurrency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable(),
  /** Number and date formats; `null` follows the system. */
  locale: z.string().min(2).max(35).nullable(),
  /** What the tray tells, and of what. */
  tray: z.object({
    shows: TrayFigure,
    /** Of the figure `account`; `null` is all of them. */
    accountId: AccountId.nullable(),
    /** In the tray's menu; the first is the figure `symbol`. */
    symbols: z.array(InstrumentSymbol).max(8),
  }),
  /** Closing the last window leaves the monitor in the tray. */
  closesToTray: z.boolean(),
  /** Starts hidden as the person logs in; `null` until the person was asked. */
  startsWithSystem: z.boolean().nullable(),
  /** Opens the glance window from anywhere, as Electron writes keys; `null` is none. */
  glanceShortcut: z
    .string()
    .max(64)
    .refine((text) => readAccelerator(text) === text, 'This is no shortcut, or not as it is written.')
    .nullable(),
  /** Notices are shown by the system, or the browser, too. */
  notifies: z.boolean(),
  /** From and to the minute (local time), over midnight too, nothing is shown by the system; `null` is never. */
  silentHours: z.object({ from: ClockTime, to: ClockTime }).nullable(),
  /** When the last summary of what came in silent hours was shown. */
  silenceToldAt: Instant.nullable(),
  /** The person was told once what closing the window does. */
  knowsWhereItCloses: z.boolean(),
})
export type Settings = z.infer<typeof Settings>
