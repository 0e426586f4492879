import { z } from 'zod'
import { m } from '#shared/messages/messages.js'
import type { ConflictValue } from '#shared/model/app/computers.ts'
import { rowGroupTitles } from '#shared/text/transaction-kinds.ts'
import { parseJson, readItemName, type Content } from '../journal/shared/content.ts'
import { items, readFields } from '../journal/shared/items.ts'

/** The names of the watchlists, by id. */
export function namesOfLists(content: Content): ReadonlyMap<string, string> {
  const names = [...content].flatMap(([item, fields]): (readonly [string, string])[] => {
    const { kind, parts } = readItemName(item) ?? {}
    const list = kind === 'watchlist' ? readFields('watchlist', fields) : null
    return list === null ? [] : [[parts?.[0] ?? '', list.name]]
  })
  return new Map(names)
}

const toValue = <T>(schema: z.ZodType<T>, show: (value: T) => ConflictValue) =>
  schema.transform(show) satisfies z.ZodType<ConflictValue>

const words = (text: string): ConflictValue => ({ form: 'text', text })
const list = (found: readonly string[]): ConflictValue => ({ form: 'list', items: [...found] })
const flag = (isOn: boolean): ConflictValue => ({ form: 'flag', isOn })
const { alert, view } = items

/** The display value of a field, by the name of the field. */
const fields: Readonly<Record<string, z.ZodType<ConflictValue>>> = {
  exists: toValue(z.literal(true), () => ({ form: 'kept' })),
  name: toValue(z.string(), words),
  note: toValue(z.string(), words),
  direction: toValue(view.shape.direction, (way) =>
    words(way === 'newest' ? m.computers_newest_first() : m.computers_oldest_first()),
  ),
  columns: toValue(z.array(z.string()).nullable(), (keys) =>
    keys === null ? words(m.computers_default_columns()) : list(keys),
  ),
  filter: toValue(view.shape.filter, ({ conditions, text }) => ({
    form: 'filter',
    conditions: conditions.length,
    text,
  })),
  condition: toValue(alert.shape.condition, ({ condition }) => ({ form: 'condition', condition })),
  isEnabled: toValue(z.boolean(), flag),
  repeats: toValue(z.boolean(), flag),
  coolDownMinutes: toValue(z.int(), (minutes) => ({ form: 'minutes', minutes })),
  expiresAt: toValue(alert.shape.expiresAt, (at) => ({ form: 'instant', at })),
  kind: toValue(items.kind.shape.kind, (kind) => ({ form: 'kind', kind })),
  event: toValue(items.group.shape.event, ({ kind, costShare }) =>
    costShare === null ? words(rowGroupTitles[kind]) : list([rowGroupTitles[kind], costShare]),
  ),
  target: toValue(items.symbol.shape.target, (price) =>
    price === null ? words(m.computers_no_target_price()) : { form: 'amount', amount: price },
  ),
  section: toValue(items.symbol.shape.section, (name) => words(name ?? m.computers_no_section())),
  maturesOn: items.bond.shape.maturesOn.transform((date): ConflictValue => ({ form: 'date', date })),
  amount: items.opening.shape.amount.transform((amount): ConflictValue => ({ form: 'amount', amount })),
}

/** A value of a conflict in its display form. `listNames` replaces the ids in an order of watchlists. */
export function conflictValueOf(
  field: string,
  text: string | null,
  listNames: ReadonlyMap<string, string>,
): ConflictValue {
  if (text === null) return { form: 'removed' }
  const order = toValue(z.array(z.string()), (ids) => list(ids.map((id) => listNames.get(id) ?? id)))
  const parsed = (field === 'order' ? order : fields[field])?.safeParse(parseJson(text))
  return parsed?.success === true ? parsed.data : { form: 'hidden' }
}
