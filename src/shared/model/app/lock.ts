import { z } from 'zod'
import { Settings } from './settings.ts'

/** What the user types to open a locked app: digits or a phrase. */
export const Pin = z.string().min(4).max(128)

/** The number of minutes without input after which the app locks; `null` means never. */
export const IdleMinutes = z.int().min(1).max(240).nullable()

/** The settings of the lock. They have an effect once there is a PIN. */
export const LockChoices = z.object({
  idleMinutes: IdleMinutes,
  /** Whether the app locks when the computer sleeps or its screen is locked, if the host receives these events. */
  locksOnSleep: z.boolean(),
  /** Whether the system can unlock the app instead of the PIN, for example with a fingerprint. */
  usesSystem: z.boolean(),
})
export type LockChoices = z.infer<typeof LockChoices>

/** Settings of the lock that a window may change without the PIN. */
export const LockChanges = LockChoices.extend({ usesSystem: z.literal(false) })
  .partial()
  .strict()
export type LockChanges = z.infer<typeof LockChanges>

/** The lock of the app. It contains only what a locked window is allowed to know. */
export const LockState = z.object({
  hasPin: z.boolean(),
  isLocked: z.boolean(),
  /** The file of the lock is damaged: the PIN cannot be checked, and only the secret of the connection unlocks the app. */
  isDamaged: z.boolean(),
  ...LockChoices.shape,
  /** Whether this computer has a fingerprint sensor that the app can use. */
  hasSystem: z.boolean(),
  /** The number of wrong attempts in a row. */
  failures: z.int(),
  /** How long no further attempt is accepted, in ms; 0 if one is accepted now. */
  waitMs: z.int(),
  /** Whether there is a connection whose secret can replace the PIN. */
  hasConnection: z.boolean(),
  theme: Settings.shape.theme,
  language: Settings.shape.language,
})
export type LockState = z.infer<typeof LockState>

/**
 * The result of an attempt to unlock the app. `waiting`: the attempt came too early and was not checked. `refused`: the system
 * did not recognize the user, or the user cancelled.
 */
export const LockTry = z.object({
  result: z.enum(['opened', 'wrong', 'waiting', 'refused', 'not-proved']),
  /** Only for `not-proved`: why the secret could not be verified. */
  message: z.string().nullable(),
  state: LockState,
})
export type LockTry = z.infer<typeof LockTry>
