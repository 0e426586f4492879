import type { ComputerConflict, SharedFolderState } from '#shared/model/app/computers.ts'
import type { SharedRecord } from '../journal/shared/shared-record.ts'
import type { SharedValues } from '../journal/shared/shared-values.ts'
import { conflictValueOf, namesOfLists } from './conflict-value.ts'
import type { SetFolder } from './files/set-folder.ts'
import { setFolderIn, type Membership } from './membership.ts'
import { conflictsOf, type Conflict } from './merge/conflicts.ts'
import { headsByField } from './merge/heads.ts'
import { mergedContent } from './merge/merged-content.ts'

interface Parts {
  readonly membership: Membership
  readonly record: SharedRecord
  readonly values: SharedValues
  /** Null before the first check. */
  readonly folder: SetFolder | null
  /** The outcome of the last check of the folder. */
  readonly lastCheck: { readonly at: number | null; readonly trouble: string | null }
}

/** The state of sharing in the form that a window shows. */
export function describeShared({ membership, record, values, folder, lastCheck }: Parts): SharedFolderState {
  const known = record.computers()
  const names = new Map(known.map(({ computer, name }) => [computer, name]))
  const heads = headsByField(record.edits())
  const content = mergedContent(heads)
  const listNames = namesOfLists(content)
  const written = folder?.counters(membership.computer) ?? new Set()
  return {
    folder: membership.folder,
    path: setFolderIn(membership.folder, membership.setId),
    lookedAt: lastCheck.at,
    trouble: lastCheck.trouble,
    unwritten: record.ownCounters(membership.computer).filter((counter) => !written.has(counter)).length,
    values: values.countOfOthers(),
    computers: known.map(({ computer, name, lastAt }) => ({
      id: computer,
      name,
      lastAt,
      isThis: computer === membership.computer,
    })),
    conflicts: conflictsOf(heads, content).map((conflict) => asShown(conflict, names, listNames)),
    faults: folder?.faults(record.seen()) ?? [],
  }
}

const asShown = (
  { heads, shown, ...conflict }: Conflict,
  names: ReadonlyMap<string, string>,
  listNames: ReadonlyMap<string, string>,
): ComputerConflict => ({
  kind: conflict.kind,
  item: conflict.item,
  field: conflict.field,
  subject: [...conflict.subject],
  options: heads.map(({ computer, counter, at, value }) => ({
    computer,
    counter,
    at,
    name: names.get(computer) ?? computer,
    isShown: value === shown,
    value: conflictValueOf(conflict.field, value, listNames),
  })),
})
