import { nameItem, readItemName, type Content, type Fields, type ItemKind } from '../../journal/shared/content.ts'
import { normalize } from '../../journal/shared/items.ts'
import { shownValue, type HeadsByField } from './heads.ts'
import { mergeOrders, placed } from './order.ts'

/**
 * The content that results from the edits of all computers. It is the same on each computer. Fields that this version does not
 * know or that are not valid are left out; they stay among the edits.
 */
export function mergedContent(heads: HeadsByField): Content {
  const present = new Map(
    [...heads].flatMap(([item]) => (isPresent(item, heads) ? [[item, rawFields(item, heads)]] : [])),
  )
  const members = Map.groupBy(symbolsIn(present), ({ list }) => list)
  const lists: string[] = []
  const content = new Map<string, Fields>()
  for (const [item, fields] of present) {
    const name = readItemName(item)
    const [id = ''] = name?.parts ?? []
    if (name === null || name.kind === 'watchlists') continue
    if (name.kind === 'symbol' && !present.has(nameItem('watchlist', id))) continue
    const symbols = (members.get(id) ?? []).map(({ symbol }) => symbol)
    const normal = normalize(item, name.kind === 'watchlist' ? withOrder(item, fields, symbols, heads) : fields)
    if (normal === null) continue
    content.set(item, normal)
    if (name.kind === 'watchlist') lists.push(id)
  }
  for (const item of content.keys()) if (!isInList(item, content)) content.delete(item)
  const all = nameItem('watchlists')
  return content.set(all, withOrder(all, new Map(), lists, heads))
}

function isPresent(item: string, heads: HeadsByField): boolean {
  const kind = readItemName(item)?.kind
  if (kind === undefined) return false
  return shownValue(heads.get(item)?.get(presentBy[kind] ?? 'exists') ?? []) !== null
}

/** The field whose value keeps an item of this kind; `exists` for the others. */
const presentBy: Partial<Record<ItemKind, string>> = {
  kind: 'kind',
  group: 'event',
  withdrawn: 'row',
  opening: 'amount',
  bond: 'maturesOn',
}

function rawFields(item: string, heads: HeadsByField): Fields {
  const fields = [...(heads.get(item) ?? [])].flatMap(([field, found]): (readonly [string, string])[] => {
    const value = shownValue(found)
    return value === null ? [] : [[field, value]]
  })
  return new Map(fields)
}

function symbolsIn(present: Content): { readonly list: string; readonly symbol: string }[] {
  return [...present].flatMap(([item, fields]) => {
    const name = readItemName(item)
    const [list = '', symbol = ''] = name?.parts ?? []
    return name?.kind === 'symbol' && normalize(item, fields) !== null ? [{ list, symbol }] : []
  })
}

function withOrder(item: string, fields: Fields, members: readonly string[], heads: HeadsByField): Fields {
  const order = mergeOrders(heads.get(item)?.get('order') ?? [])
  return new Map([...fields, ['order', JSON.stringify(placed(order, members))]])
}

/** Whether the item is a symbol of a list that `content` has, or no symbol. */
function isInList(item: string, content: Content): boolean {
  const name = readItemName(item)
  return name?.kind !== 'symbol' || content.has(nameItem('watchlist', name.parts[0] ?? ''))
}
