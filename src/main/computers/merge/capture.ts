import { nameItem, readItemName, type Content, type Edit } from '../../journal/shared/content.ts'
import { placed, readOrder } from './order.ts'

const existing = JSON.stringify(true)

/**
 * The edits made here since `base`, found by comparison, so that none is missed whatever wrote to the journal. An edit also says
 * that its item exists, and for a symbol its list, so that a removal on another computer that did not know of it removes neither.
 */
export function capture(base: Content, content: Content): Edit[] {
  const edits: Edit[] = []
  const touched = new Set<string>()
  for (const item of new Set([...base.keys(), ...content.keys()])) {
    const changes = changesOf(item, base, content)
    edits.push(...changes)
    if (changes.length > 0) touched.add(item).add(wholeOf(item))
  }
  const known = new Set(edits.map(({ item, field }) => `${field} ${item}`))
  for (const item of touched)
    if (content.get(item)?.has('exists') && !known.has(`exists ${item}`))
      edits.push({ item, field: 'exists', value: existing })
  return edits
}

function changesOf(item: string, base: Content, content: Content): Edit[] {
  const [before, after] = [base.get(item), content.get(item)]
  const name = readItemName(item)
  // A removed list keeps its symbols among the edits: if the list comes back, so do they.
  if (name?.kind === 'symbol' && !content.has(nameItem('watchlist', name.parts[0] ?? ''))) return []
  if (after === undefined) {
    const removed = [...(before?.keys() ?? [])].filter((field) => field === 'exists' || !before?.has('exists'))
    return removed.map((field) => ({ item, field, value: null }))
  }
  return [...after]
    .filter(([field, value]) => !isUnchanged(field, before?.get(field), value))
    .map(([field, value]) => ({ item, field, value }))
}

/** An order counts as unchanged when it only lost members. */
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
