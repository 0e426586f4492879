import { z } from 'zod'
import { periodPresets } from '../../period.ts'
import { Decimal, Instant } from '../values.ts'

/** The fields whose values are chosen from what there is. */
export const FacetField = z.enum(['account', 'kind', 'category', 'symbol', 'mic', 'currency'])
export type FacetField = z.infer<typeof FacetField>

const isNot = z.boolean()

/** One pill of a filter. `isNot` turns it round; a row without the field is not "is", and so it is "is not". */
export const FilterCondition = z.discriminatedUnion('field', [
  z.strictObject({ field: FacetField, values: z.array(z.string().max(512)).min(1).max(200), isNot }),
  /** From (inclusive) to (exclusive); an open end is `null`. With a name it is what the name means when it is asked for. */
  z.strictObject({
    field: z.literal('period'),
    from: Instant.nullable(),
    to: Instant.nullable(),
    preset: z.enum(periodPresets.map(({ key }) => key)).optional(),
    isNot,
  }),
  /** Of the amount as signed, both ends inclusive, in whatever currency; an open end is `null`. */
  z.strictObject({ field: z.literal('amount'), min: Decimal.nullable(), max: Decimal.nullable(), isNot }),
  z.strictObject({ field: z.literal('trade'), isNot }),
])
export type FilterCondition = z.infer<typeof FilterCondition>

/** All conditions hold, and the text is found in name, symbol, category, the instrument's name or the English title of the kind. Each field stands at most once as "is" and once as "is not". */
export const TransactionFilter = z.strictObject({
  conditions: z.array(FilterCondition).max(20),
  /** Any part of a word, in any case; several words must all be found. Empty finds all. */
  text: z.string().max(200),
})
export type TransactionFilter = z.infer<typeof TransactionFilter>

/** A filter with a name, kept in the journal. */
export const SavedView = z.object({
  id: z.string(),
  name: z.string(),
  filter: TransactionFilter,
  direction: z.enum(['newest', 'oldest']),
})
export type SavedView = z.infer<typeof SavedView>
