import { z } from 'zod'

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
})
export type Settings = z.infer<typeof Settings>
