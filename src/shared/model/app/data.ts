import { z } from 'zod'
import { Instant } from '../values.ts'

/** Why a backup was made; `kept` is a journal that was opened in a kept folder. The newest seven of each reason are kept. */
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

/** The contents of a backup. Tables, not rows: the content itself stays in the file. */
export const BackupInspection = z.object({
  /** Why it cannot be restored; null when the integrity check found nothing. */
  problem: z.string().nullable(),
  /** Whether it is sealed with a key that is not that of the journal: then its recovery code opens it. */
  needsCode: z.boolean(),
  tables: z.array(z.object({ name: z.string(), rows: z.int() })),
})
export type BackupInspection = z.infer<typeof BackupInspection>

/** What the user should know once, and can dismiss. */
export const DismissibleTrouble = z.enum(['cache-replaced', 'cache-damaged-again', 'profile-not-opened'])
export type DismissibleTrouble = z.infer<typeof DismissibleTrouble>

/** What happened to the files of data. Without a way to dismiss it, it stays until the user acts. */
export const DataTrouble = z.object({
  kind: z.enum(['backup-failed', 'journal-damaged', ...DismissibleTrouble.options]),
  message: z.string(),
  /** Since when. */
  at: Instant,
})
export type DataTrouble = z.infer<typeof DataTrouble>

/** Where the files of the open profile are, how large they are, and whether they are well. */
export const DataState = z.object({
  directory: z.string(),
  journalBytes: z.int(),
  cacheBytes: z.int(),
  lastBackupAt: Instant.nullable(),
  /** When the integrity of the journal was last checked while it was in use. */
  checkedAt: Instant.nullable(),
  troubles: z.array(DataTrouble),
})
export type DataState = z.infer<typeof DataState>
