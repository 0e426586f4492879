import { z } from 'zod'
import { BackupInspection } from '../model/app/data.ts'
import { ErasureReport } from '../model/app/erasure.ts'
import { LockChoices, LockState, LockTry, Pin } from '../model/app/lock.ts'
import { KeptFolder, RecoveryOffer, SealingState } from '../model/app/sealing.ts'
import { nothing, request } from './request.ts'

/** What is typed against a known PIN: it may be shorter than a PIN that is chosen. */
const TypedPin = z.string().min(1).max(128)
const Secret = z.string().min(1).max(8192)

/** The lock: while it is closed, the main process answers these requests only, as `lockedRequests` names them. */
export const lockRequests = {
  'lock.read': request(nothing, LockState),
  /** Locks now. Throws `invalid` without a PIN. */
  'lock.lock': request(nothing, nothing),
  'lock.unlock': request(z.strictObject({ pin: TypedPin }), LockTry),
  /** Lets the system ask for a fingerprint. Throws `invalid` where it cannot, or is not chosen. */
  'lock.unlockWithSystem': request(nothing, LockTry),
  /** The secret of the connection in place of a forgotten PIN. When it is the right one, the PIN is removed. */
  'lock.unlockWithSecret': request(z.strictObject({ secret: Secret }), LockTry),
  /** For a forgotten PIN: deletes everything of all connections, and then the lock. `typed` is `eraseWords`. */
  'lock.eraseAll': request(z.strictObject({ typed: z.string().max(100) }), z.array(ErasureReport)),
  /** Sets the first PIN (`current` null), or another one. */
  'lock.setPin': request(z.strictObject({ pin: Pin, current: TypedPin.nullable() }), LockTry),
  'lock.removePin': request(z.strictObject({ current: TypedPin }), LockTry),
  'lock.change': request(LockChoices.partial().strict(), LockState),
  /** The person used a window. */
  'lock.noteActivity': request(nothing, nothing),
}

const ProfileId = z.string().min(1).max(128)
/** A recovery code as typed, or the text of a recovery file. */
const Code = z.string().max(4_096)
const KeptId = z.string().min(1).max(512)

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
  /** The share of the databases that a conversion of the open profile has copied, 0 to 1; `null` while there is none. */
  'sealing.progress': request(nothing, z.number().min(0).max(1).nullable()),
  /** The sealed folders that the open profile kept when it started over. */
  'sealing.listKept': request(nothing, z.array(KeptFolder)),
  /**
   * Opens a copy in a kept folder with its recovery code, and reads it whole; changes nothing. Throws `not-found`, and `invalid` for
   * text that is no recovery code; a code of another key is the problem of the result.
   */
  'sealing.inspectKept': request(z.strictObject({ id: KeptId, code: Code }), BackupInspection),
  /**
   * Replaces the journal with a kept one. The kept folder stays as it is, and the present journal is backed up first; the new one is
   * sealed as the present one is. Throws as `sealing.inspectKept`, and `invalid` when the copy cannot be restored.
   */
  'sealing.bringBack': request(z.strictObject({ id: KeptId, code: Code }), nothing),
}
