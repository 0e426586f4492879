import { z } from 'zod'
import { cleanText } from '../clean-text.ts'
import { decimalPattern } from '../decimal.ts'

/** Exact decimal text; see `decimal.ts`. */
export const Decimal = z.string().regex(decimalPattern).max(140).brand<'Decimal'>()

/** UTC milliseconds since 1970. */
export const Instant = z.int().min(-62_135_596_800_000).max(253_402_300_799_999)
export type Instant = z.infer<typeof Instant>

/** An instant as the journal stores it: earlier versions wrote some with fractions of a millisecond. */
export const StoredInstant = z.number().transform(Math.round).pipe(Instant)

/** A calendar date, not an instant: `2026-03-31`; or `2026-03` or `2026` if the service omits the rest. */
export const CalendarDate = z.string().regex(/^\d{4}(-\d{2}(-\d{2})?)?$/)
export type CalendarDate = z.infer<typeof CalendarDate>

/** The symbol of an instrument, `ticker@mic`. */
export const InstrumentSymbol = z.string().min(1).max(128)
/** The id of an account: text, which may contain a colon. */
export const AccountId = z.string().min(1).max(128)

/** A name that the user typed, on this computer or another one. */
export const OwnName = z.string().overwrite(cleanText).trim().min(1).max(80)

/** An exact amount in one currency. */
export const Money = z.object({ currency: z.string(), amount: Decimal })
export type Money = z.infer<typeof Money>
