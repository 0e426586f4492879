import { z } from 'zod'

/** What the desktop grants the app. */
export const DesktopState = z.object({
  /** Whether it has a place for tray icons; `null` until that is known. */
  hasTray: z.boolean().nullable(),
  /** The shortcut of the glance: none is chosen, it is held, or another program holds it. */
  shortcut: z.enum(['none', 'held', 'taken']),
  /** Whether the app starts as the person logs in; `unavailable` for one that is not installed. */
  autostart: z.enum(['on', 'off', 'unavailable']),
})
export type DesktopState = z.infer<typeof DesktopState>
