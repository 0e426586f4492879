import type { WrittenEdit } from '../../journal/shared/shared-record.ts'

/** The edits of one field that no later edit replaced: one edit, or several conflicting ones. */
export type Heads = readonly WrittenEdit[]

/**
 * Removes the edits that another edit replaces. An edit replaces all edits that its computer knew when it was made, whatever
 * the clocks say. The result depends only on the set of edits, not on their order or on repetitions.
 */
export function headsOf(edits: readonly WrittenEdit[]): Heads {
  const replaced = new Map<string, number>()
  for (const { seen } of edits)
    for (const [computer, counter] of Object.entries(seen))
      replaced.set(computer, Math.max(counter, replaced.get(computer) ?? 0))
  return edits
    .filter(({ computer, counter }) => counter > (replaced.get(computer) ?? 0))
    .toSorted((a, b) => (a.computer === b.computer ? a.counter - b.counter : a.computer < b.computer ? -1 : 1))
}

/** The value that is used until the user chooses. A value has priority over a removal. Null when all computers removed it. */
export const shownValue = (heads: Heads): string | null => heads.find(({ value }) => value !== null)?.value ?? null

/** By item and field. */
export type HeadsByField = ReadonlyMap<string, ReadonlyMap<string, Heads>>

export function headsByField(edits: Iterable<WrittenEdit>): HeadsByField {
  const found = new Map<string, Map<string, WrittenEdit[]>>()
  for (const edit of edits) {
    const fields = found.get(edit.item) ?? new Map<string, WrittenEdit[]>()
    found.set(edit.item, fields)
    const known = fields.get(edit.field)
    if (known === undefined) fields.set(edit.field, [edit])
    else known.push(edit)
  }
  return new Map([...found].map(([item, fields]) => [item, mapValues(fields)]))
}

const mapValues = (fields: ReadonlyMap<string, readonly WrittenEdit[]>): ReadonlyMap<string, Heads> =>
  new Map([...fields].map(([field, edits]) => [field, headsOf(edits)]))
