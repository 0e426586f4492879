import { z } from 'zod'
import { AlertCondition } from '../alert.ts'
import { Decimal, Instant } from '../values.ts'

/** A computer of the person that shares the folder. */
export const SharingComputer = z.object({
  id: z.string(),
  name: z.string(),
  isThis: z.boolean(),
  /** Its last edit, UTC ms by its own clock; null before the first one. */
  lastAt: Instant.nullable(),
})
export type SharingComputer = z.infer<typeof SharingComputer>

/** A value as a person sees it. `hidden`: of a form that this version does not know. */
export const ConflictValue = z.discriminatedUnion('form', [
  z.object({ form: z.literal('removed') }),
  z.object({ form: z.literal('kept') }),
  z.object({ form: z.literal('text'), text: z.string() }),
  /** Names or symbols in their order. */
  z.object({ form: z.literal('list'), items: z.array(z.string()) }),
  z.object({ form: z.literal('flag'), isOn: z.boolean() }),
  z.object({ form: z.literal('condition'), condition: AlertCondition }),
  /** How many conditions a filter has, and its text. */
  z.object({ form: z.literal('filter'), conditions: z.int(), text: z.string() }),
  z.object({ form: z.literal('kind'), kind: z.string() }),
  z.object({ form: z.literal('amount'), amount: Decimal }),
  z.object({ form: z.literal('minutes'), minutes: z.int() }),
  z.object({ form: z.literal('instant'), at: Instant.nullable() }),
  z.object({ form: z.literal('hidden') }),
])
export type ConflictValue = z.infer<typeof ConflictValue>

/** A value that a conflict leaves to choose. */
export const ConflictOption = z.object({
  computer: z.string(),
  counter: z.int(),
  /** The computer that wrote it, and when by its own clock. */
  name: z.string(),
  at: Instant,
  value: ConflictValue,
  /** What counts until the person chooses. */
  isShown: z.boolean(),
})
export type ConflictOption = z.infer<typeof ConflictOption>

/** A field that computers changed without knowing of each other. */
export const ComputerConflict = z.object({
  kind: z.enum(['watchlists', 'watchlist', 'symbol', 'view', 'alert', 'kind', 'opening']),
  item: z.string(),
  field: z.string(),
  /** What a person calls the item: the name of a list or view, a symbol and its list, an account and its symbol or currency. */
  subject: z.array(z.string()),
  options: z.array(ConflictOption),
})
export type ComputerConflict = z.infer<typeof ComputerConflict>

/** A file of the folder that is not used, or not completely. */
export const FolderFault = z.object({
  file: z.string(),
  problem: z.enum(['stranger', 'other-key', 'newer', 'cut', 'copy', 'damaged', 'unreadable', 'waiting']),
})
export type FolderFault = z.infer<typeof FolderFault>

/** The folder that the computers of a person share. */
export const SharedFolderState = z.object({
  /** The folder that was chosen, and in it that of this set. */
  folder: z.string(),
  path: z.string(),
  /** The last time at which the folder was read and written, UTC ms; null before. */
  lookedAt: Instant.nullable(),
  /** Why the folder is not read or written at present, for a person; null while all is well. */
  trouble: z.string().nullable(),
  /** Batches of edits that wait to be written. */
  unwritten: z.int(),
  /** Recorded values that came from other computers. */
  values: z.int(),
  computers: z.array(SharingComputer),
  conflicts: z.array(ComputerConflict),
  faults: z.array(FolderFault),
})
export type SharedFolderState = z.infer<typeof SharedFolderState>

export const ComputersState = z.object({
  /** The name that this computer has unless the person gives another one. */
  suggestedName: z.string(),
  /** Null while this profile shares no folder. */
  shared: SharedFolderState.nullable(),
})
export type ComputersState = z.infer<typeof ComputersState>
