import { z } from 'zod'
import { BackupInspection } from '../../model/app/data.ts'
import { SetAsideFolder, RecoveryOffer, SealingState } from '../../model/app/sealing.ts'
import { nothing, request } from '../request.ts'

const ProfileId = z.string().min(1).max(128)
/** A recovery code as typed, or the text of a recovery file. */
const Code = z.string().max(4_096)
const SetAsideId = z.string().min(1).max(512)

/** Sealed data: the databases of a profile, encrypted with a key in the keychain. */
export const sealingRequests = {
  'sealing.read': request(nothing, SealingState),
  /** Creates a key for the open profile and keeps it in memory only: the first step of sealing, and of changing the key. */
  'sealing.offer': request(nothing, RecoveryOffer),
  /**
   * Seals the data of the open profile with the offered key, or changes its key, and reopens the profile. `code` must be
   * the offered recovery code. Throws `invalid` for another code, and `no-keychain` if the key cannot be stored; in both
   * cases nothing changes.
   */
  'sealing.seal': request(z.strictObject({ code: Code }), nothing),
  /** Decrypts the data of the open profile and reopens the profile. Throws `invalid` if the data is not sealed. */
  'sealing.open': request(nothing, nothing),
  /**
   * Opens a profile whose key is lost, and stores the key in the keychain. Throws `invalid` for a code that does not open
   * it.
   */
  'sealing.recover': request(z.strictObject({ profileId: ProfileId, code: Code }), nothing),
  /**
   * Starts again with a profile whose key is lost: its journal and backups are kept aside, still sealed; its cache is read
   * again from the service; the new data is not sealed. `name` must be the name of the profile, as the user typed it.
   */
  'sealing.startOver': request(z.strictObject({ profileId: ProfileId, name: z.string().max(2_048) }), nothing),
  /** The share of the databases that a running conversion has copied, 0 to 1; `null` if no conversion is running. */
  'sealing.progress': request(nothing, z.number().min(0).max(1).nullable()),
  /** The sealed folders that the open profile kept when it started again. */
  'sealing.listSetAside': request(nothing, z.array(SetAsideFolder)),
  /**
   * Opens a copy in a kept folder with its recovery code and reads it completely; changes nothing. Throws `not-found`, and
   * `invalid` for text that is not a recovery code. The code of another key is reported as the problem of the result.
   */
  'sealing.inspectSetAside': request(z.strictObject({ id: SetAsideId, code: Code }), BackupInspection),
  /**
   * Replaces the journal with a kept one. The kept folder is not changed, and the current journal is backed up first. The
   * new journal is sealed if the current one is. Throws like `sealing.inspectSetAside`, and `invalid` if the copy cannot be
   * restored.
   */
  'sealing.bringBack': request(z.strictObject({ id: SetAsideId, code: Code }), nothing),
}
