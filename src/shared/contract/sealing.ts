import { z } from 'zod'
import { RecoveryOffer, SealingState } from '../model/sealing.ts'
import { nothing, request } from './request.ts'

const ProfileId = z.string().min(1).max(128)
/** A recovery code as typed, or the text of a recovery file. */
const Code = z.string().max(4_096)

/** Sealed data: the databases of a profile, encrypted with a key in the keychain. */
export const sealingRequests = {
  'sealing.read': request(nothing, SealingState),
  /** Makes a key for the open profile and keeps it in memory only: the first step of sealing, and of changing the key. */
  'sealing.offer': request(nothing, RecoveryOffer),
  /**
   * Seals the data of the open profile with the offered key, or changes its key, and opens the profile again. `code` must be the code
   * that was offered. Throws `invalid` for another one, `no-keychain` when the key cannot be stored; then nothing is changed.
   */
  'sealing.seal': request(z.strictObject({ code: Code }), nothing),
  /** Makes the data of the open profile plain and opens the profile again. Throws `invalid` when it is. */
  'sealing.open': request(nothing, nothing),
  /** Opens a profile whose key is lost, and stores the key in the keychain. Throws `invalid` for a code that does not open it. */
  'sealing.recover': request(z.strictObject({ profileId: ProfileId, code: Code }), nothing),
  /**
   * Starts over with a profile whose key is lost: its journal and backups are kept aside, still sealed, its cache is read again, and the new
   * data is plain. `name` must be the name of the profile, as typed by the person.
   */
  'sealing.startOver': request(z.strictObject({ profileId: ProfileId, name: z.string().max(2_048) }), nothing),
}
