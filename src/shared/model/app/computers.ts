import { z } from 'zod'
import { AlertCondition } from '../alert-condition.ts'
import { CalendarDate, Decimal, Instant } from '../values.ts'

/** A computer that shares the folder. */
export const SharingComputer = z.object({
  id: z.string(),
  name: z.string(),
  isThis: z.boolean(),
  /** The time of its last edit, UTC ms by its own clock; null if it has made none. */
  lastAt: Instant.nullable(),
})
export type SharingComputer = z.infer<typeof SharingComputer>

/** A value as shown to the user. `hidden`: this version does not know the form of the value. */
export const ConflictValue = z.discriminatedUnion('form', [
  z.object({ form: z.literal('removed') }),
  z.object({ form: z.literal('kept') }),
  z.object({ form: z.literal('text'), text: z.string() }),
  /** Names or symbols in their order. */
  z.object({ form: z.literal('list'), items: z.array(z.string()) }),
  z.object({ form: z.literal('flag'), isOn: z.boolean() }),
  z.object({ form: z.literal('condition'), condition: AlertCondition }),
  /** The number of conditions of a filter, and its search text. */
  z.object({ form: z.literal('filter'), conditions: z.int(), text: z.string() }),
  z.object({ form: z.literal('kind'), kind: z.string() }),
  z.object({ form: z.literal('amount'), amount: Decimal }),
  z.object({ form: z.literal('minutes'), minutes: z.int() }),
  z.object({ form: z.literal('instant'), at: Instant.nullable() }),
  z.object({ form: z.literal('date'), date: CalendarDate }),
  z.object({ form: z.literal('hidden') }),
])
export type ConflictValue = z.infer<typeof ConflictValue>

/** One of the values in a conflict. */
export const ConflictOption = z.object({
  computer: z.string(),
  counter: z.int(),
  /** The computer that wrote the value, and the time by its own clock. */
  name: z.string(),
  at: Instant,
  value: ConflictValue,
  /** Whether this value is used until the user chooses. */
  isShown: z.boolean(),
})
export type ConflictOption = z.infer<typeof ConflictOption>

/** A field that several computers changed independently. */
export const ComputerConflict = z.object({
  kind: z.enum(['watchlists', 'watchlist', 'symbol', 'view', 'alert', 'kind', 'group', 'opening', 'bond']),
  item: z.string(),
  field: z.string(),
  /**
   * What identifies the item: the name of a list or view, a symbol and its list, an account and its symbol or
   * currency, the symbol of a bond, or an account and the ids of its rows that are a group.
   */
  subject: z.array(z.string()),
  options: z.array(ConflictOption),
})
export type ComputerConflict = z.infer<typeof ComputerConflict>

/** A file of the folder that is not used, or is used only partly. */
export const FolderFault = z.object({
  file: z.string(),
  problem: z.enum(['stranger', 'other-key', 'newer', 'cut', 'copy', 'damaged', 'unreadable', 'waiting']),
})
export type FolderFault = z.infer<typeof FolderFault>

/** The folder that the user's computers share. */
export const SharedFolderState = z.object({
  /** The chosen folder, and the folder of this set inside it. */
  folder: z.string(),
  path: z.string(),
  /** When the folder was last read and written, UTC ms; null if never. */
  lookedAt: Instant.nullable(),
  /** Why the folder cannot be read or written now, as text on screen; null if it can. */
  trouble: z.string().nullable(),
  /** The number of batches of edits that are not written yet. */
  unwritten: z.int(),
  /** The number of recorded values received from other computers. */
  values: z.int(),
  computers: z.array(SharingComputer),
  conflicts: z.array(ComputerConflict),
  faults: z.array(FolderFault),
})
export type SharedFolderState = z.infer<typeof SharedFolderState>

export const ComputersState = z.object({
  /** The default name of this computer. */
  suggestedName: z.string(),
  /** Null if this profile does not share a folder. */
  shared: SharedFolderState.nullable(),
})
export type ComputersState = z.infer<typeof ComputersState>
