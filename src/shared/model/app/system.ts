import { z } from 'zod'
import { errorCodes } from '../../errors.ts'
import { Instant } from '../values.ts'
import { KeychainState } from './connection.ts'
import { EndpointRecord } from './service.ts'
import { BudgetReading, ReadQuotas } from './usage.ts'

/** The features that the desktop environment provides to the app. */
export const DesktopState = z.object({
  /** Whether the desktop shows tray icons; `null` while unknown. */
  hasTray: z.boolean().nullable(),
  /** The shortcut of the glance window: none is set, it is registered, or another program uses it. */
  shortcut: z.enum(['none', 'held', 'taken']),
  /** Whether the app starts at login; `unavailable` if the app is not installed. */
  autostart: z.enum(['on', 'off', 'unavailable']),
  /** A new version that is installed at the next start, or why an offered version was rejected. */
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

/** The status of the monitor. A part that could not be read is null; the other parts are still given. */
export const Health = z.object({
  version: z.string(),
  budget: BudgetReading,
  quotas: ReadQuotas.nullable(),
  jobs: z.array(JobState),
  keychain: KeychainState.nullable(),
  storage: z.object({
    dataDir: z.string(),
    cache: z.object({ bytes: z.int(), tables: z.array(z.object({ name: z.string(), rows: z.int() })) }).nullable(),
    /** `lastBackupAt` is null if there is no backup. */
    journal: z.object({ bytes: z.int(), lastBackupAt: Instant.nullable() }).nullable(),
  }),
  /**
   * Rows from the service that could not be read, counted by endpoint, field and reason. The content of the rows is not
   * included.
   */
  malformed: z
    .array(z.object({ endpoint: z.string(), path: z.string(), reason: z.string(), count: z.int(), lastAt: Instant }))
    .nullable(),
  /** How the service answers, by endpoint. */
  service: z.array(EndpointRecord).nullable(),
  events: z.array(z.object({ at: Instant, kind: z.string(), message: z.string() })).nullable(),
})
export type Health = z.infer<typeof Health>
