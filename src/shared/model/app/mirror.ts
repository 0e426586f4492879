import { z } from 'zod'
import { Instant } from '../values.ts'

/** The job that copies the open profile into PostgreSQL. */
export const MirrorState = z.object({
  /** The connection text; it never contains a password. `null`: the job is off. */
  to: z.string().nullable(),
  isRunning: z.boolean(),
  /** When the last whole run of this start of the app ended; `null` before it. */
  finishedAt: Instant.nullable(),
  /** Rows that it sent. */
  rows: z.int().min(0).nullable(),
  /** Why the last run failed, in plain words; `null` after a whole one. */
  failure: z.string().nullable(),
  /** When the next run begins; `null` while one goes on, and while the job is off. */
  nextAt: Instant.nullable(),
})
export type MirrorState = z.infer<typeof MirrorState>
