import { z } from 'zod'
import { ErasureReport } from '../model/erasure.ts'
import { LockChoices, LockState, LockTry, Pin } from '../model/lock.ts'
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
