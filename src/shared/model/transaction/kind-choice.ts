import { z } from 'zod'
import { AccountId } from '../values.ts'
import { TransactionKind } from './transaction.ts'

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

/** The rows to which a chosen kind applies. */
export const KindScope = z.enum(['row', 'all-like-this'])
export type KindScope = z.infer<typeof KindScope>

/** The rows for which the user chose a kind. A choice for one row has priority over a choice for all rows like it. */
export const KindTarget = z.discriminatedUnion('scope', [
  z.object({ scope: z.literal('row'), accountId: AccountId, id: z.string() }),
  z.object({ scope: z.literal('all-like-this'), alike: RowsAlike }),
])
export type KindTarget = z.infer<typeof KindTarget>

/** A kind that the user chose, stored in the journal. */
export const KindChoice = z.object({ target: KindTarget, kind: TransactionKind })
export type KindChoice = z.infer<typeof KindChoice>

/** A target as text: the key under which a choice is stored. Equal targets give equal texts. */
export function textOfTarget(target: KindTarget): string {
  if (target.scope === 'row') return JSON.stringify({ scope: target.scope, accountId: target.accountId, id: target.id })
  const { category, name, instrumentType, hasTrade, moneySign, quantitySign } = target.alike
  const alike = { category, name, instrumentType, hasTrade, moneySign, quantitySign }
  return JSON.stringify({ scope: target.scope, alike })
}
