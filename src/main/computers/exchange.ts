import { scaleByNew } from '../alerts/split-adjustment.ts'
import { type Edit, type ItemKind, nameItem, parseJson, readItemName, type Content } from '../journal/shared/content.ts'
import { items } from '../journal/shared/items.ts'
import type { SharedRecord } from '../journal/shared/shared-record.ts'
import type { SharedValue, SharedValues } from '../journal/shared/shared-values.ts'
import { writeBatch, type Batch } from './batch.ts'
import { headsByField } from './merge/heads.ts'
import { mergedContent } from './merge/merged-content.ts'
import { placed, readOrder } from './merge/order.ts'

const existing = JSON.stringify(true)

/**
 * The edits made here since `base`. They are found by comparison, so that no edit is missed, whatever code wrote to the
 * journal. An edit of the user also states that its item exists, and for a symbol that its list exists: then a removal on a
 * computer that did not know the edit removes neither of them.
 */
function findLocalEdits(base: Content, content: Content): Edit[] {
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

interface ExchangeParts {
  readonly record: SharedRecord
  readonly values: SharedValues
}

interface Exchanging {
  /** The id of this computer. */
  readonly own: string
  /** UTC ms. */
  readonly now: number
  /** The batches in the folder, of all computers, in any order. Known batches are ignored. */
  readonly received: readonly Batch[]
  /** Values that this computer recorded and has not shared yet. */
  readonly recorded: readonly SharedValue[]
  /** The edits by which the user settled conflicts. */
  readonly choices?: readonly Edit[]
}

/** The result of an exchange. */
interface Exchanged {
  /** The kinds of items that edits of other computers changed here. */
  readonly changed: ReadonlySet<ItemKind>
  readonly newValues: number
  /** Whether some received batches are not applied yet: then call again. */
  readonly isMore: boolean
}

/** Recorded values in one transaction. A longer transaction would delay the windows. */
const valuesAtOnce = 4_000
/** Recorded values in one batch, so that the batch fits into one frame of a file. */
const valuesABatch = 2_000

/**
 * Stores the edits made here as a batch, adds the batches of other computers, and applies the result of all edits to the
 * journal, in one transaction. Local edits are collected before other batches are added, so that each edit lists exactly the
 * batches that its author had seen. Throws the error of the journal; then nothing is changed.
 */
export function exchange(parts: ExchangeParts, { own, now, received, recorded, choices = [] }: Exchanging): Exchanged {
  const { record, values } = parts
  return record.transact(() => {
    const edits = withChoices(findLocalEdits(record.base(), record.content()), choices)
    if (edits.length > 0) addOwn(parts, own, now, { edits, values: [] })
    for (let start = 0; start < recorded.length; start += valuesABatch)
      addOwn(parts, own, now, { edits: [], values: recorded.slice(start, start + valuesABatch) })
    const { taken, isMore } = takeOver(parts, received)
    const hasEdits = edits.length > 0 || taken.some((batch) => batch.edits.length > 0)
    const changed = hasEdits ? record.apply(mergedContent(headsByField(record.edits())), now) : new Set<ItemKind>()
    const newValues = taken.reduce((total, batch) => total + values.add(batch.computer, false, batch.values), 0)
    return { changed, newValues, isMore }
  })
}

const withChoices = (edits: readonly Edit[], choices: readonly Edit[]): readonly Edit[] => [
  ...edits.filter(({ item, field }) => !choices.some((choice) => choice.item === item && choice.field === field)),
  ...choices,
]

/** Adds a batch of this computer to the journal. The folder receives it afterwards. */
function addOwn(
  { record, values }: ExchangeParts,
  own: string,
  at: number,
  content: Pick<Batch, 'edits' | 'values'>,
): void {
  const seen = record.seen()
  const batch = { counter: (seen[own] ?? 0) + 1, at, seen, ...content }
  record.add({ computer: own, ...batch }, writeBatch(batch))
  values.add(own, true, content.values)
}

/** Applies the batches of each computer in their order. Batches after a missing one wait. */
function takeOver({ record }: ExchangeParts, received: readonly Batch[]) {
  const counters = new Map(Object.entries(record.seen()))
  const taken: Batch[] = []
  let count = 0
  for (const batch of received.toSorted((a, b) => a.counter - b.counter)) {
    if (batch.counter !== (counters.get(batch.computer) ?? 0) + 1) continue
    if (count >= valuesAtOnce) return { taken, isMore: true }
    count += batch.values.length
    record.add(batch, null)
    counters.set(batch.computer, batch.counter)
    taken.push(batch)
  }
  return { taken, isMore: false }
}
