import { z } from 'zod'
import { Instant } from '../values.ts'

/** The job that copies the open profile into PostgreSQL. */
export const MirrorState = z.object({
  /** The connection text, which never contains a password. `null`: the job is off. */
  to: z.string().nullable(),
  isRunning: z.boolean(),
  /** When the last complete run since the start of the app ended; `null` before the first one. */
  finishedAt: Instant.nullable(),
  /** The number of rows sent by that run. */
  rows: z.int().min(0).nullable(),
  /** Why the last run failed, as text on screen; `null` if it succeeded. */
  failure: z.string().nullable(),
  /** When the next run starts; `null` during a run, and while the job is off. */
  nextAt: Instant.nullable(),
})
export type MirrorState = z.infer<typeof MirrorState>
