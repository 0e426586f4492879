import { z } from 'zod'
import { errorCodes } from '../../errors.ts'
import { KeychainState } from './connection.ts'
import { BudgetReading, ReadQuotas } from './usage.ts'
import { Instant } from '../values.ts'

/** The support that the desktop environment offers the app. */
export const DesktopState = z.object({
  /** Whether the desktop shows tray icons; `null` while unknown. */
  hasTray: z.boolean().nullable(),
  /** The shortcut of the glance window: none is set, it is registered, or another program uses it. */
  shortcut: z.enum(['none', 'held', 'taken']),
  /** Whether the app starts at login; `unavailable` if the app is not installed. */
  autostart: z.enum(['on', 'off', 'unavailable']),
  /** A new version that is installed at the next start, or why the one that was offered is refused. */
  update: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('none') }),
    z.object({ kind: z.literal('ready'), version: z.string() }),
    z.object({ kind: z.literal('refused'), message: z.string() }),
  ]),
})
export type DesktopState = z.infer<typeof DesktopState>

/** The state of one background job. */
export const JobState = z.object({
  name: z.string(),
  title: z.string(),
  phase: z.enum(['idle', 'running', 'backing-off', 'stopped']),
  lastStartedAt: Instant.nullable(),
  lastSucceededAt: Instant.nullable(),
  nextAt: Instant.nullable(),
  error: z.object({ code: z.enum(errorCodes), message: z.string(), at: Instant }).nullable(),
})
export type JobState = z.infer<typeof JobState>

/** The status of the monitor. A part is null when it could not be read; the others are given. */
export const Health = z.object({
  version: z.string(),
  budget: BudgetReading,
  quotas: ReadQuotas.nullable(),
  jobs: z.array(JobState),
  keychain: KeychainState.nullable(),
  storage: z.object({
    dataDir: z.string(),
    cache: z.object({ bytes: z.int(), tables: z.array(z.object({ name: z.string(), rows: z.int() })) }).nullable(),
    /** `lastBackupAt` is null when there is no backup. */
    journal: z.object({ bytes: z.int(), lastBackupAt: Instant.nullable() }).nullable(),
  }),
  /** Rows of the service that could not be read, counted by endpoint, field and reason; never their content. */
  malformed: z
    .array(z.object({ endpoint: z.string(), path: z.string(), reason: z.string(), count: z.int(), lastAt: Instant }))
    .nullable(),
  events: z.array(z.object({ at: Instant, kind: z.string(), message: z.string() })).nullable(),
})
export type Health = z.infer<typeof Health>
