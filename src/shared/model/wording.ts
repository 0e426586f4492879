import { z } from 'zod'
import { CalendarDate, Decimal } from './values.ts'

/** A text in parts. The code that shows it writes its numbers and dates in the user's formats. */
export const Wording = z.array(
  z.union([
    z.string(),
    z.object({ number: Decimal }),
    /** Written with the decimals of its currency, or with more where it has more; the currency itself is part of the text. */
    z.object({ money: Decimal, currency: z.string() }),
    z.object({ date: CalendarDate }),
  ]),
)
export type Wording = z.infer<typeof Wording>
