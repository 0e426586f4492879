import { z } from 'zod'

/** The support that the desktop environment offers the app. */
export const DesktopState = z.object({
  /** Whether the desktop shows tray icons; `null` while unknown. */
  hasTray: z.boolean().nullable(),
  /** The shortcut of the glance window: none is set, it is registered, or another program uses it. */
  shortcut: z.enum(['none', 'held', 'taken']),
  /** Whether the app starts at login; `unavailable` if the app is not installed. */
  autostart: z.enum(['on', 'off', 'unavailable']),
  /** A new version that is installed at the next start, or why the one that was offered is refused. */
  update: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('none') }),
    z.object({ kind: z.literal('ready'), version: z.string() }),
    z.object({ kind: z.literal('refused'), message: z.string() }),
  ]),
})
export type DesktopState = z.infer<typeof DesktopState>
