import { z } from 'zod'
import { TransactionKind } from './transaction.ts'
import { AccountId, Decimal, Instant } from '../values.ts'
import { periodPresets } from '../../period.ts'

const Sign = z.union([z.literal(-1), z.literal(0), z.literal(1)])

/** What rows have in common that are "all like this": of every account and instrument. */
export const RowsAlike = z.object({
  category: z.string(),
  name: z.string(),
  /** The type of the instrument; empty for rows of any type. */
  instrumentType: z.string(),
  hasTrade: z.boolean(),
  moneySign: Sign,
  quantitySign: Sign,
})
export type RowsAlike = z.infer<typeof RowsAlike>

/** How far a person's choice of a kind reaches. */
export const KindScope = z.enum(['row', 'all-like-this'])
export type KindScope = z.infer<typeof KindScope>

/** The rows for which a person chose a kind. A choice for one row goes before one for all that are like it. */
export const KindTarget = z.discriminatedUnion('scope', [
  z.object({ scope: z.literal('row'), accountId: AccountId, id: z.string() }),
  z.object({ scope: z.literal('all-like-this'), alike: RowsAlike }),
])
export type KindTarget = z.infer<typeof KindTarget>

/** A person's choice of a kind, kept in the journal. */
export const KindChoice = z.object({ target: KindTarget, kind: TransactionKind })
export type KindChoice = z.infer<typeof KindChoice>

/** A target as text, the same for equal targets: the key under which a choice is stored. */
export function textOfTarget(target: KindTarget): string {
  if (target.scope === 'row') return JSON.stringify({ scope: target.scope, accountId: target.accountId, id: target.id })
  const { category, name, instrumentType, hasTrade, moneySign, quantitySign } = target.alike
  const alike = { category, name, instrumentType, hasTrade, moneySign, quantitySign }
  return JSON.stringify({ scope: target.scope, alike })
}

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
  /** Of the amount as signed, both ends inclusive, in any currency; an open end is `null`. */
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
