import { scaleByNew } from '../../alerts/split-adjustment.ts'
import { nameItem, parseJson, readItemName, type Content, type Edit } from '../../journal/shared/content.ts'
import { items } from '../../journal/shared/items.ts'
import { placed, readOrder } from './order.ts'

const existing = JSON.stringify(true)

/**
 * The edits made here since `base`. They are found by comparison, so that no edit is missed, whatever code wrote to the
 * journal. An edit of the user also states that its item exists, and for a symbol that its list exists: then a removal on a
 * computer that did not know the edit removes neither of them.
 */
export function findLocalEdits(base: Content, content: Content): Edit[] {
  const edits: Edit[] = []
  const touched = new Set<string>()
  for (const item of new Set([...base.keys(), ...content.keys()])) {
    const changes = changesOf(item, base, content)
    edits.push(...changes)
    if (changes.some((edit) => !isAutomatic(edit, base))) touched.add(item).add(wholeOf(item))
  }
  const known = new Set(edits.map(({ item, field }) => `${field} ${item}`))
  for (const item of touched)
    if (content.get(item)?.has('exists') && !known.has(`exists ${item}`))
      edits.push({ item, field: 'exists', value: existing })
  return edits
}

/** Whether the app made this edit, not the user: it noted a split, or applied one to the prices of an alert. */
function isAutomatic({ item, field, value }: Edit, base: Content): boolean {
  if (readItemName(item)?.kind !== 'alert' || field !== 'condition') return false
  const [before, after] = [base.get(item)?.get(field), value].map((text) =>
    items.alert.shape.condition.safeParse(parseJson(text ?? 'null')),
  )
  if (before?.success !== true || after?.success !== true) return false
  const { condition, hysteresis } = scaleByNew(before.data, before.data.splits, after.data.splits)
  return JSON.stringify([condition, hysteresis]) === JSON.stringify([after.data.condition, after.data.hysteresis])
}

function changesOf(item: string, base: Content, content: Content): Edit[] {
  const [before, after] = [base.get(item), content.get(item)]
  const name = readItemName(item)
  // The edits keep the symbols of a removed list, so that they return with the list.
  if (name?.kind === 'symbol' && !content.has(nameItem('watchlist', name.parts[0] ?? ''))) return []
  if (after === undefined) {
    const removed = [...(before?.keys() ?? [])].filter((field) => field === 'exists' || !before?.has('exists'))
    return removed.map((field) => ({ item, field, value: null }))
  }
  return [...after]
    .filter(([field, value]) => !isUnchanged(field, before?.get(field), value))
    .map(([field, value]) => ({ item, field, value }))
}

/** Whether an order is unchanged. An order that only lost members counts as unchanged. */
function isUnchanged(field: string, before: string | undefined, after: string): boolean {
  if (before === after) return true
  if (field !== 'order' || before === undefined) return false
  return JSON.stringify(placed(readOrder(before), readOrder(after))) === after && isPartOf(after, before)
}

function isPartOf(part: string, whole: string): boolean {
  const members = new Set(readOrder(whole))
  return readOrder(part).every((member) => members.has(member))
}

function wholeOf(item: string): string {
  const name = readItemName(item)
  return name?.kind === 'symbol' ? nameItem('watchlist', name.parts[0] ?? '') : item
}
