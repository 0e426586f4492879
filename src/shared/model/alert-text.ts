import { z } from 'zod'
import { CalendarDate, Decimal } from './values.ts'

/** The values of a text. Its code says which of them it has. */
const values = z.object({
  ageMs: z.number(),
  count: z.int(),
  /** A name of the service ("SIDE_BUY"), or an account. */
  name: z.string(),
  names: z.array(z.string()),
  date: CalendarDate,
  /** The pieces before and after a split. */
  ratio: z.object({ old: Decimal, new: Decimal }),
})
export type AlertTextValues = z.infer<typeof values>

/**
 * A text of an alert, without language: a code with its values, which `alertText` writes. A string is a name, a kept text
 * (see `keepText`), or the text of a notice that an older version stored.
 */
export const AlertText = z.union([z.string(), values.partial().extend({ code: z.string() })])
export type AlertText = z.infer<typeof AlertText>
