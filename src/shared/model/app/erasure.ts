import { z } from 'zod'
import { Instant } from '../values.ts'
import { Profile } from './connection.ts'

/** The parts of a connection that can be deleted, in the order of the report. */
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

/** The result for one part. */
export const ErasureLine = z.object({
  part: ErasedPart,
  /**
   * `none`: there was nothing to delete. `kept`: the part is also used by other connections, or is not on this computer.
   */
  outcome: z.enum(['removed', 'none', 'kept', 'failed']),
  /** How many files were removed. */
  files: z.int(),
  /** The paths that still exist. */
  places: z.array(z.string()),
  /** Why they still exist. */
  reason: z.string().nullable(),
})
export type ErasureLine = z.infer<typeof ErasureLine>

/** The result of deleting a connection: what was deleted, and what could not be deleted. */
export const ErasureReport = z.object({
  id: Profile.shape.id,
  /** The name of the profile. */
  name: z.string(),
  at: Instant,
  /** Tidemark quit before the deletion was finished, and continued it at a later start. */
  wasResumed: z.boolean(),
  lines: z.array(ErasureLine),
})
export type ErasureReport = z.infer<typeof ErasureReport>
