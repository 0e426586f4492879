import { KindTarget } from '#shared/model/transaction/kind-choice.ts'
import {
  nameItem,
  parseJson,
  readItemName,
  type Content,
  type Edit,
  type ItemKind,
} from '../../journal/shared/content.ts'
import { readFields } from '../../journal/shared/items.ts'
import type { WrittenEdit } from '../../journal/shared/shared-record.ts'
import { shownValue, type Heads, type HeadsByField } from './heads.ts'
import { areAtOdds, readOrder } from './order.ts'

/** The kinds of items about which the user decides. */
type ConflictKind = Exclude<ItemKind, 'withdrawn'>

/** A field that two or more computers changed, each without knowing the edit of the other. */
export interface Conflict {
  readonly kind: ConflictKind
  readonly item: string
  readonly field: string
  /** The name of the item on screen: of a list or view, a symbol, an account. */
  readonly subject: readonly string[]
  readonly heads: Heads
  /** The value that all computers use until the user chooses. */
  readonly shown: string | null
}

/** The conflicts of the items in `content`, in the order of the items. */
export function conflictsOf(heads: HeadsByField, content: Content): Conflict[] {
  return [...content.keys()].toSorted().flatMap((item) => {
    const name = readItemName(item)
    // What the service sends is nobody's choice: the next response decides.
    if (name === null || name.kind === 'withdrawn') return []
    const { kind, parts } = name
    return [...(heads.get(item) ?? [])]
      .filter(([field, found]) => isConflict(field, found))
      .map(([field, found]) => ({
        kind,
        item,
        field,
        heads: distinct(found),
        shown: shownValue(found),
        subject: subjectOf(kind, parts, content),
      }))
  })
}

/** The edit that settles a conflict; null when the chosen value is no longer among the conflicting ones. */
export function choose(
  heads: HeadsByField,
  { item, field, computer, counter }: Pick<WrittenEdit, 'item' | 'field' | 'computer' | 'counter'>,
): Edit | null {
  const found = heads.get(item)?.get(field) ?? []
  const chosen = found.find((head) => head.computer === computer && head.counter === counter)
  return chosen === undefined || !isConflict(field, found) ? null : { item, field, value: chosen.value }
}

const isConflict = (field: string, heads: Heads): boolean =>
  field === 'order' ? areAtOdds(heads) : new Set(heads.map(({ value }) => value)).size > 1

/** Keeps the first of several edits with the same value. */
const distinct = (heads: Heads): Heads =>
  heads.filter(({ value }, index) => heads.findIndex((other) => other.value === value) === index)

function subjectOf(kind: ConflictKind, parts: readonly string[], content: Content): readonly string[] {
  const [first = '', second = '', third = ''] = parts
  const fields = content.get(nameItem(kind, ...parts))
  switch (kind) {
    case 'watchlist':
    case 'view':
      return fields === undefined ? [] : [readFields(kind, fields)?.name ?? first]
    case 'symbol':
      return [second, ...subjectOf('watchlist', [first], content)]
    case 'opening':
      return [first, second || third]
    case 'bond':
      return [first]
    case 'group':
      return [first, ...readOrder(second)]
    case 'kind': {
      const target = KindTarget.safeParse(parseJson(first))
      if (!target.success) return []
      return target.data.scope === 'row' ? [target.data.accountId, target.data.id] : [target.data.alike.name]
    }
    case 'alert': {
      const alert = fields === undefined ? null : readFields(kind, fields)
      const condition = alert?.condition.condition
      const symbol = condition !== undefined && 'symbol' in condition ? condition.symbol : null
      return [symbol ?? '', alert?.note ?? ''].filter((words) => words !== '')
    }
    case 'watchlists':
      return []
  }
}
