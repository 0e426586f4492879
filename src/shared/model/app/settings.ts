import { z } from 'zod'
import { m } from '../../messages/messages.js'
import { readAccelerator } from '../../accelerator.ts'
import { languages } from '../../language.ts'
import { LotMethod } from '../ledger/ledger.ts'
import { AccountId, Instant, InstrumentSymbol } from '../values.ts'

/** The figure that comes first in the tooltip of the tray icon, and next to the icon where the system supports it. */
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

/** Of the requests that the service allows in a minute. */
export const RequestShare = z.enum(['all', 'half', 'fifth'])
export type RequestShare = z.infer<typeof RequestShare>

/** A local time of day: `22:30`. */
const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** When the value of a day counts as known in a time-weighted return. */
export const KnownDay = z.object({
  /** A price of that day is at most so old. */
  maxPriceAgeDays: z.int().min(1).max(60),
  /** This share of the value, in percent, has such a price. */
  minPricedPercent: z.int().min(50).max(100),
})
export type KnownDay = z.infer<typeof KnownDay>

/** How amounts and quantities reach an assistant: to the digit, with two significant digits, or not at all. */
export const AssistantAmounts = z.enum(['shown', 'rounded', 'hidden'])
export type AssistantAmounts = z.infer<typeof AssistantAmounts>

/** The settings of a profile. Every field has a default, so that older settings stay readable. */
export const Settings = z.object({
  theme: z.enum(['light', 'dark', 'system']),
  density: z.enum(['comfortable', 'compact']),
  /** Colours of gain and loss. */
  palette: z.enum(['green-red', 'blue-orange']),
  hideAmounts: z.boolean(),
  /** ISO code. The service reports equity without a currency, so the person can choose one; `null` is none. */
  accountCurrency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable(),
  /** Which lots a sale closes first. */
  lotMethod: LotMethod,
  knownDay: KnownDay,
  /** What assistants on this computer may read of this profile, over `tidemark mcp`. */
  assistants: z.object({ isOn: z.boolean(), amounts: AssistantAmounts }),
  /** The language of all texts; `null` follows the system. */
  language: z.enum(languages).nullable(),
  /** The columns of the positions in their order; `null` is the default, which leaves out what has no room. */
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
  /** Whether the app starts hidden at login; `null` until the person was asked. */
  startsWithSystem: z.boolean().nullable(),
  /** The global shortcut of the glance window, in the notation of Electron; `null` is none. */
  glanceShortcut: z
    .string()
    .max(64)
    .refine((text) => readAccelerator(text) === text, { error: m.model_not_a_shortcut })
    .nullable(),
  /** Whether notices are shown as notifications of the system or browser. */
  notifies: z.boolean(),
  /** No notifications are shown from `from` until `to`, which may be across midnight; `null` is never. */
  silentHours: z.object({ from: ClockTime, to: ClockTime }).nullable(),
  /** When the last summary of silent hours was shown. */
  silenceToldAt: Instant.nullable(),
  /** How much of the minute's requests Tidemark may use, where other programs use the same token; see `requestShares`. */
  requestShare: RequestShare,
  /** Whether the proxy and the certificates of this computer are used to reach the service. */
  usesSystemNetwork: z.boolean(),
  /** Whether the person was informed once of what closing the window does. */
  knowsWhereItCloses: z.boolean(),
})
export type Settings = z.infer<typeof Settings>
