import { z } from 'zod'
import { Instant } from '../values.ts'

/**
 * Why a backup was made; `kept`: the copy was a journal in a kept folder. The newest seven backups of each reason are kept.
 */
export const BackupReason = z.enum(['daily', 'manual', 'before-restore', 'before-update', 'kept'])
export type BackupReason = z.infer<typeof BackupReason>

/** A backup of the journal on this computer. */
export const BackupRow = z.object({
  /** Its file name in the backup folder. */
  id: z.string(),
  at: Instant,
  reason: BackupReason,
  bytes: z.int(),
})
export type BackupRow = z.infer<typeof BackupRow>

/** The contents of a backup: its tables and their sizes, not the rows. */
export const BackupInspection = z.object({
  /** Why it cannot be restored; null if the integrity check found no problem. */
  problem: z.string().nullable(),
  /** Whether it is sealed with another key than the journal; its recovery code is then required. */
  needsCode: z.boolean(),
  tables: z.array(z.object({ name: z.string(), rows: z.int() })),
})
export type BackupInspection = z.infer<typeof BackupInspection>

/** Messages about the data that the user can dismiss. */
export const DismissibleTrouble = z.enum(['cache-replaced', 'cache-damaged-again', 'profile-not-opened'])
export type DismissibleTrouble = z.infer<typeof DismissibleTrouble>

/** A problem with the data files. A problem that cannot be dismissed stays until the user acts. */
export const DataTrouble = z.object({
  kind: z.enum(['backup-failed', 'journal-damaged', ...DismissibleTrouble.options]),
  message: z.string(),
  /** When the problem was found. */
  at: Instant,
})
export type DataTrouble = z.infer<typeof DataTrouble>

/** The paths, sizes and condition of the files of the open profile. */
export const DataState = z.object({
  directory: z.string(),
  journalBytes: z.int(),
  cacheBytes: z.int(),
  lastBackupAt: Instant.nullable(),
  /** When the integrity of the open journal was last checked. */
  checkedAt: Instant.nullable(),
  troubles: z.array(DataTrouble),
})
export type DataState = z.infer<typeof DataState>
