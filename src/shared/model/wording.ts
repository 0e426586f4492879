import { z } from 'zod'
import { CalendarDate, Decimal } from './values.ts'

/** A text in parts. The code that shows it writes its numbers and dates in the formats of the person. */
export const Wording = z.array(z.union([z.string(), z.object({ number: Decimal }), z.object({ date: CalendarDate })]))
export type Wording = z.infer<typeof Wording>
