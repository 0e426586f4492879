import { z } from 'zod'
import { readAccelerator } from '../../accelerator.ts'
import { languages } from '../../language.ts'
import { m } from '../../messages/messages.js'
import { LotMethod } from '../ledger/ledger.ts'
import { AccountId, Instant, InstrumentSymbol } from '../values.ts'

/** The main figure of the tooltip of the tray icon, also shown next to the icon if the system supports that. */
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

/** The share of the requests per minute that Tidemark uses. */
export const RequestShare = z.enum(['all', 'half', 'fifth'])
export type RequestShare = z.infer<typeof RequestShare>

/** A local time of day: `22:30`. */
const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** The conditions under which a day counts as known in a time-weighted return, and those of its total. */
export const KnownDay = z.object({
  /** The maximum age of a price, in days. */
  maxPriceAgeDays: z.int().min(1).max(60),
  /** The minimum share of the value, in percent, that must have such a price. */
  minPricedPercent: z.int().min(50).max(100),
  /** The minimum share of days, in percent, that must have a return. Older settings do not have it. */
  minCoveredPercent: z.int().min(0).max(100).default(95),
})
export type KnownDay = z.infer<typeof KnownDay>

/** The form of amounts and quantities in responses to assistants: exact, rounded to two significant digits, or hidden. */
export const AssistantAmounts = z.enum(['shown', 'rounded', 'hidden'])
export type AssistantAmounts = z.infer<typeof AssistantAmounts>

/** The settings of a profile. Every field has a default, so that older settings can still be read. */
export const Settings = z.object({
  theme: z.enum(['light', 'dark', 'system']),
  density: z.enum(['comfortable', 'compact']),
  /** Colours of gain and loss. */
  palette: z.enum(['green-red', 'blue-orange']),
  hideAmounts: z.boolean(),
  /** ISO code. The service reports equity without a currency, so the user can choose one; `null` is none. */
  accountCurrency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable(),
  /** The lots that a sale closes first. */
  lotMethod: LotMethod,
  knownDay: KnownDay,
  /** The data of this profile that assistants on this computer can read through `tidemark mcp`. */
  assistants: z.object({ isOn: z.boolean(), amounts: AssistantAmounts }),
  /** The language of all texts; `null` follows the system. */
  language: z.enum(languages).nullable(),
  /** The columns of the positions in their order; `null` is the default, which hides the columns that do not fit. */
  positionColumns: z.array(z.string().max(32)).max(40).nullable(),
  /** Number and date formats; `null` follows the system. */
  locale: z.string().min(2).max(35).nullable(),
  /** The figure and the symbols in the tray. */
  tray: z.object({
    shows: TrayFigure,
    /** The account of the figure `account`; `null` is all accounts. */
    accountId: AccountId.nullable(),
    /** The symbols in the tray menu; the first one is used by the figure `symbol`. */
    symbols: z.array(InstrumentSymbol).max(8),
  }),
  /** Whether the monitor keeps running in the tray when the last window is closed. */
  closesToTray: z.boolean(),
  /** Whether the app starts hidden at login; `null` until the user has answered. */
  startsWithSystem: z.boolean().nullable(),
  /** The global shortcut of the glance window, in the notation of Electron; `null` is none. */
  glanceShortcut: z
    .string()
    .max(64)
    .refine((text) => readAccelerator(text) === text, { error: m.model_not_a_shortcut })
    .nullable(),
  /** Whether notices are shown as notifications of the system or browser. */
  notifies: z.boolean(),
  /** No notifications are shown from `from` until `to` (local time), which can be after midnight; `null` means never. */
  silentHours: z.object({ from: ClockTime, to: ClockTime }).nullable(),
  /** When the last summary of silent hours was shown. */
  silenceToldAt: Instant.nullable(),
  /**
   * The share of the requests per minute that Tidemark uses, for when other programs use the same token; see
   * `requestShares`.
   */
  requestShare: RequestShare,
  /** Whether requests to the service use the proxy and the certificates of this computer. */
  usesSystemNetwork: z.boolean(),
  /** Whether the user has seen the message about what closing the window does. */
  knowsWhereItCloses: z.boolean(),
})
export type Settings = z.infer<typeof Settings>
