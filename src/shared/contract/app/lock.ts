import { z } from 'zod'
import { ErasureReport } from '../../model/app/erasure.ts'
import { LockChanges, LockState, LockTry, Pin } from '../../model/app/lock.ts'
import { nothing, request } from '../request.ts'

/** A PIN typed to unlock. An old PIN may be shorter than the minimum for a new one. */
const TypedPin = z.string().min(1).max(128)
const Secret = z.string().min(1).max(8192)

/** The lock. While the app is locked, the main process answers only the requests with the trait `whileLocked`. */
export const lockRequests = {
  'lock.read': request(nothing, LockState),
  /** Locks now. Throws `invalid` if there is no PIN. */
  'lock.lock': request(nothing, nothing),
  'lock.unlock': request(z.strictObject({ pin: TypedPin }), LockTry),
  /** Asks the system for a fingerprint; not from the glance. Throws `invalid` if the system does not support it, or if it is switched off. */
  'lock.unlockWithSystem': request(nothing, LockTry),
  /** Unlocks with the secret of the connection if the PIN is forgotten. A correct secret removes the PIN. */
  'lock.unlockWithSecret': request(z.strictObject({ secret: Secret }), LockTry),
  /** For a forgotten PIN: deletes all data of all connections, then the lock. `typed` must equal `eraseWords`. */
  'lock.eraseAll': request(z.strictObject({ typed: z.string().max(100) }), z.array(ErasureReport)),
  /** Sets the first PIN (`current` is null), or replaces the PIN. */
  'lock.setPin': request(z.strictObject({ pin: Pin, current: TypedPin.nullable() }), LockTry),
  'lock.removePin': request(z.strictObject({ current: TypedPin }), LockTry),
  'lock.change': request(LockChanges, LockState),
  /** Lets the system open the lock in place of the PIN. Throws `invalid` if the system does not support it. */
  'lock.allowSystem': request(z.strictObject({ pin: TypedPin }), LockTry),
  /** Reports that a window was used, which restarts the idle time. */
  'lock.noteActivity': request(nothing, nothing),
}
