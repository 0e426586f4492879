import { z } from 'zod'
import { Profile } from './connection.ts'
import { Instant } from '../values.ts'

/** What belongs to a connection and can be deleted, in the order of the report. */
export const ErasedPart = z.enum([
  'secret',
  'data-key',
  'cache',
  'journal',
  'backups',
  'set-aside',
  'reports',
  'call-log',
  'profile',
  'exports',
  'shared-folder',
  'mirror',
  'logs',
  'windows',
  'browsers',
  'lock',
])
export type ErasedPart = z.infer<typeof ErasedPart>

/** What became of one part. */
export const ErasureLine = z.object({
  part: ErasedPart,
  /** `none`: there was nothing. `kept`: it is not only of this connection, or not on this computer. */
  outcome: z.enum(['removed', 'none', 'kept', 'failed']),
  /** How many files were removed. */
  files: z.int(),
  /** Where it is, if it is still there. */
  places: z.array(z.string()),
  /** Why it is still there. */
  reason: z.string().nullable(),
})
export type ErasureLine = z.infer<typeof ErasureLine>

/** What was deleted of a connection, and what could not be. */
export const ErasureReport = z.object({
  id: Profile.shape.id,
  /** The name of the profile. */
  name: z.string(),
  at: Instant,
  /** Tidemark ended before it was finished, and a later start went on. */
  wasResumed: z.boolean(),
  lines: z.array(ErasureLine),
})
export type ErasureReport = z.infer<typeof ErasureReport>
