import { z } from 'zod'
import { AlertRule, AlertState } from '#shared/model/alert.ts'
import { TypedMaturity } from '#shared/model/bond.ts'
import { KindTarget, textOfTarget } from '#shared/model/transaction/kind-choice.ts'
import { RowGroup } from '#shared/model/transaction/row-group.ts'
import { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import { TransactionKind } from '#shared/model/transaction/transaction.ts'
import { WithdrawnRow } from '#shared/model/transaction/withdrawn-row.ts'
import { Decimal, Instant, InstrumentSymbol, OwnName as name } from '#shared/model/values.ts'
import { textOfRows } from '../row-groups.ts'
import { parseJson, readItemName, type Fields, type ItemKind } from './content.ts'

const exists = z.literal(true)
const order = z.array(z.string())

/** A price with the numbers that a split scales. They are one field, so that two computers cannot each scale one of them. */
const Condition = z.object({
  condition: AlertRule.shape.condition,
  hysteresis: AlertRule.shape.hysteresis,
  splits: AlertState.shape.splits,
})

/** The fields of each kind of item. */
export const items = {
  /** The order of all watchlists. */
  watchlists: z.object({ order }),
  watchlist: z.object({ exists, name, columns: z.array(z.string()).nullable(), order }),
  /** With the target price and the section of the list. */
  symbol: z.object({ exists, target: Decimal.nullable().default(null), section: name.nullable().default(null) }),
  view: z.object({ exists, name, filter: TransactionFilter, direction: z.enum(['newest', 'oldest']) }),
  alert: AlertRule.pick({ createdAt: true, note: true, isEnabled: true, repeats: true })
    .extend(AlertRule.pick({ coolDownMinutes: true, expiresAt: true }).shape)
    .extend({ exists, condition: Condition }),
  kind: z.object({ kind: TransactionKind }),
  /** One field, so that two computers cannot each change a part of it. */
  group: z.object({ event: RowGroup.pick({ kind: true, costShare: true }) }),
  /** What the service no longer sends, and what it sent again. One field: all its parts were noticed together. */
  withdrawn: z.object({
    row: WithdrawnRow.omit({ accountId: true }).extend({ returnedAt: Instant.nullable() }),
  }),
  opening: z.object({ amount: Decimal }),
  /** The maturity that the user typed for a bond. */
  bond: z.object({ maturesOn: TypedMaturity }),
} as const satisfies Record<ItemKind, z.ZodObject>

export type Item<Kind extends ItemKind> = z.infer<(typeof items)[Kind]>

/** The fields of an item as text. Equal values give equal text. */
export const fieldsOf = <Kind extends ItemKind>(item: Item<Kind>): Fields =>
  new Map(Object.entries(item).map(([field, value]) => [field, JSON.stringify(value)]))

/** Null when a field is missing or does not match the schema of this version. */
export function readFields<Kind extends ItemKind>(kind: Kind, fields: Fields): Item<Kind> | null {
  const schema: z.ZodType = items[kind]
  const parsed = schema.safeParse(Object.fromEntries([...fields].map(([field, text]) => [field, parseJson(text)])))
  // The schema of this kind accepted the value.
  return parsed.success ? (parsed.data as Item<Kind>) : null
}

const partCounts: Readonly<Record<ItemKind, number>> = {
  watchlists: 0,
  watchlist: 1,
  symbol: 2,
  view: 1,
  alert: 1,
  kind: 1,
  group: 2,
  withdrawn: 2,
  opening: 3,
  bond: 1,
}

/**
 * The normal form of an item: equal items have the same form. Null if this version does not know the item, or it is not valid.
 */
export function normalize(item: string, fields: Fields): Fields | null {
  const found = readItemName(item)
  if (found?.parts.length !== partCounts[found?.kind ?? 'watchlists'] || !isNamed(found.kind, found.parts)) return null
  const read = readFields(found.kind, fields)
  return read === null ? null : fieldsOf(read)
}

function isNamed(kind: ItemKind, parts: readonly string[]): boolean {
  const [first = '', second = '', third = ''] = parts
  switch (kind) {
    case 'symbol':
      return isSymbol(second)
    case 'bond':
      return isSymbol(first)
    case 'kind': {
      const target = KindTarget.safeParse(parseJson(first))
      return target.success && textOfTarget(target.data) === first
    }
    case 'group': {
      const rowIds = RowGroup.shape.rowIds.safeParse(parseJson(second))
      return first !== '' && rowIds.success && textOfRows(rowIds.data) === second
    }
    case 'withdrawn':
      return first !== '' && second !== ''
    case 'opening':
      return first !== '' && (second === '') !== (third === '')
    default:
      return true
  }
}

const isSymbol = (name: string): boolean =>
  InstrumentSymbol.safeParse(name).success && name === name.trim() && !/\p{Cc}/u.test(name)
