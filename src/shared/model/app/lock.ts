import { z } from 'zod'
import { Settings } from './settings.ts'

/** What a person types to open a locked app: digits or a phrase. */
export const Pin = z.string().min(4).max(128)

/** After how many minutes without input the app locks; `null` is never. */
export const IdleMinutes = z.int().min(1).max(240).nullable()

/** What a person can choose of the lock, once there is a PIN. */
export const LockChoices = z.object({
  idleMinutes: IdleMinutes,
  /** Whether the app locks when the computer sleeps or its screen is locked, where the host is told of it. */
  locksOnSleep: z.boolean(),
  /** Whether the system may open it in place of the PIN, with a fingerprint for example. */
  usesSystem: z.boolean(),
})
export type LockChoices = z.infer<typeof LockChoices>

/** The lock of the app: everything that a locked window may know. */
export const LockState = z.object({
  hasPin: z.boolean(),
  isLocked: z.boolean(),
  /** The file of the lock is damaged: no PIN can be checked, and only the secret of the connection opens the app. */
  isDamaged: z.boolean(),
  ...LockChoices.shape,
  /** Whether this computer can ask for a fingerprint itself. */
  hasSystem: z.boolean(),
  /** Wrong tries in a row. */
  failures: z.int(),
  /** How long no try is accepted, in ms; 0 if one is. */
  waitMs: z.int(),
  /** Whether there is a connection whose secret can be typed in place of the PIN. */
  hasConnection: z.boolean(),
  theme: Settings.shape.theme,
  language: Settings.shape.language,
})
export type LockState = z.infer<typeof LockState>

/** The end of a try to open the app: `waiting` if it came too early and was not looked at. */
export const LockTry = z.object({
  result: z.enum(['opened', 'wrong', 'waiting', 'not-proved']),
  /** For `not-proved`: why possession of the secret could not be checked. */
  message: z.string().nullable(),
  state: LockState,
})
export type LockTry = z.infer<typeof LockTry>
