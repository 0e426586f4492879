import { z } from 'zod'
import { TransactionKind } from './transaction.ts'
import { AccountId, Decimal, Instant } from '../values.ts'
import { periodPresets } from '../../period.ts'

const Sign = z.union([z.literal(-1), z.literal(0), z.literal(1)])

/** The properties that define "all like this", over all accounts and instruments. */
export const RowsAlike = z.object({
  category: z.string(),
  name: z.string(),
  /** The type of the instrument; empty means any type. */
  instrumentType: z.string(),
  hasTrade: z.boolean(),
  moneySign: Sign,
  quantitySign: Sign,
})
export type RowsAlike = z.infer<typeof RowsAlike>

/** The reach of a person's choice of a kind. */
export const KindScope = z.enum(['row', 'all-like-this'])
export type KindScope = z.infer<typeof KindScope>

/** The rows for which a person chose a kind. A choice for one row has priority over a choice for all rows like it. */
export const KindTarget = z.discriminatedUnion('scope', [
  z.object({ scope: z.literal('row'), accountId: AccountId, id: z.string() }),
  z.object({ scope: z.literal('all-like-this'), alike: RowsAlike }),
])
export type KindTarget = z.infer<typeof KindTarget>

/** A person's choice of a kind, stored in the journal. */
export const KindChoice = z.object({ target: KindTarget, kind: TransactionKind })
export type KindChoice = z.infer<typeof KindChoice>

/** A target as text: the key under which a choice is stored. Equal targets give equal texts. */
export function textOfTarget(target: KindTarget): string {
  if (target.scope === 'row') return JSON.stringify({ scope: target.scope, accountId: target.accountId, id: target.id })
  const { category, name, instrumentType, hasTrade, moneySign, quantitySign } = target.alike
  const alike = { category, name, instrumentType, hasTrade, moneySign, quantitySign }
  return JSON.stringify({ scope: target.scope, alike })
}

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
