import { z } from 'zod'
import { BackupInspection, BackupRow, DataState, DismissibleTrouble } from '../../model/app/data.ts'
import { ErasureReport } from '../../model/app/erasure.ts'
import { nothing, request } from '../request.ts'

const Chosen = z.strictObject({ id: z.string().min(1).max(128) })
/** `code` is the recovery code of a backup that is sealed with another key. */
const ChosenBackup = Chosen.extend({ code: z.string().max(4_096).optional() })

/** The files of the open profile: backups, restoring, exporting and deleting. */
export const dataRequests = {
  'data.read': request(nothing, DataState),
  /** Dismisses a message about the data that the user has read. */
  'data.dismiss': request(z.strictObject({ kind: DismissibleTrouble }), nothing),
  /** Newest first. */
  'data.backups': request(nothing, z.array(BackupRow)),
  /** Reads the whole backup: its rows by table and the result of the integrity check. */
  'data.inspectBackup': request(ChosenBackup, BackupInspection),
  'data.backUp': request(nothing, BackupRow),
  /**
   * Replaces the journal with this backup and reopens the profile. Backs up the current state first. If it fails, the
   * journal is unchanged.
   */
  'data.restore': request(ChosenBackup, nothing),
  /** Writes a copy of the journal: on the desktop to a chosen folder (null when cancelled), otherwise to the export folder. */
  'data.export': request(nothing, z.object({ path: z.string().nullable() })),
  /** Deletes the cache and reopens the profile; its data is then read from the service again. */
  'data.deleteCache': request(nothing, nothing),
  /**
   * Deletes everything of a profile: secret, files, exports, logs. `name` must be the name of the profile, as the user
   * typed it. The report lists what could not be removed; it stays until it is dismissed, also after a restart.
   */
  'data.deleteProfile': request(Chosen.extend({ name: z.string().max(2_048) }), ErasureReport),
  /** The deletion reports that are not dismissed. */
  'erasure.read': request(nothing, z.array(ErasureReport)),
  /** Tries again to remove what could not be removed. Returns the updated reports. */
  'erasure.retry': request(nothing, z.array(ErasureReport)),
  /** Dismisses the reports; nothing more is removed. */
  'erasure.dismiss': request(nothing, nothing),
  /** Desktop only. */
  'data.showInFolder': request(nothing, nothing),
}
