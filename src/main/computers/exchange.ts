import type { Edit, ItemKind } from '../journal/shared/content.ts'
import type { SharedRecord } from '../journal/shared/shared-record.ts'
import type { SharedValue, SharedValues } from '../journal/shared/shared-values.ts'
import { writeBatch, type Batch } from './batch.ts'
import { headsByField } from './merge/heads.ts'
import { findLocalEdits } from './merge/local-edits.ts'
import { mergedContent } from './merge/merged-content.ts'

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
