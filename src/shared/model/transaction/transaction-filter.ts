import { z } from 'zod'
import { periodPresets } from '../../period.ts'
import { Decimal, Instant } from '../values.ts'

/** The fields whose values are chosen from a list of existing values. */
export const FacetField = z.enum(['account', 'kind', 'category', 'symbol', 'mic', 'currency'])
export type FacetField = z.infer<typeof FacetField>

const isNot = z.boolean()

/**
 * One condition of a filter. `isNot` negates it. A row without the field does not match the condition and therefore matches
 * its negation.
 */
export const FilterCondition = z.discriminatedUnion('field', [
  z.strictObject({ field: FacetField, values: z.array(z.string().max(512)).min(1).max(200), isNot }),
  /** From (inclusive) to (exclusive); an open end is `null`. A named period is resolved at the time of the request. */
  z.strictObject({
    field: z.literal('period'),
    from: Instant.nullable(),
    to: Instant.nullable(),
    preset: z.enum(periodPresets.map(({ key }) => key)).optional(),
    isNot,
  }),
  /** The signed amount in any currency, both ends inclusive; an open end is `null`. */
  z.strictObject({ field: z.literal('amount'), min: Decimal.nullable(), max: Decimal.nullable(), isNot }),
  z.strictObject({ field: z.literal('trade'), isNot }),
])
export type FilterCondition = z.infer<typeof FilterCondition>

/**
 * A row matches if all conditions hold and the text is found in its name, symbol, category, instrument name or the English
 * title of its kind. Each field occurs at most once as "is" and once as "is not".
 */
export const TransactionFilter = z.strictObject({
  conditions: z.array(FilterCondition).max(20),
  /** Matches any part of a word in any case; all of several words must be found. Empty matches every row. */
  text: z.string().max(200),
})
export type TransactionFilter = z.infer<typeof TransactionFilter>

/** A named filter, stored in the journal. */
export const SavedView = z.object({
  id: z.string(),
  name: z.string(),
  filter: TransactionFilter,
  direction: z.enum(['newest', 'oldest']),
})
export type SavedView = z.infer<typeof SavedView>
