import { z } from 'zod'
import { Instant } from '../values.ts'
import { BackupReason } from './data.ts'

/**
 * Why sealed data cannot be opened. `lost`: the keychain works but has no key for it. `unknown`: the keychain is locked.
 */
export const KeyProblem = z.enum(['lost', 'unknown'])
export type KeyProblem = z.infer<typeof KeyProblem>

/** A profile that cannot be opened until its key is available. */
export const WaitingProfile = z.object({ profileId: z.string(), name: z.string(), problem: KeyProblem })
export type WaitingProfile = z.infer<typeof WaitingProfile>

/** Whether the data of the open profile is sealed, and which profiles wait for their keys. */
export const SealingState = z.object({
  /** False for the demo: it also serves as the fallback while the key of a profile is missing. */
  canSeal: z.boolean(),
  isSealed: z.boolean(),
  /** The id of the key, which shows which recovery file belongs to it; `null` for plain data. */
  keyId: z.string().nullable(),
  waiting: z.array(WaitingProfile),
})
export type SealingState = z.infer<typeof SealingState>

/** A new key, not used yet, that the user must store. It is shown once. */
export const RecoveryOffer = z.object({
  keyId: z.string(),
  code: z.string(),
  /** The content and the name of the recovery file. */
  file: z.object({ name: z.string(), text: z.string() }),
})
export type RecoveryOffer = z.infer<typeof RecoveryOffer>

/** A journal or a backup in a kept folder. */
export const SetAsideCopy = z.object({
  /** Its path relative to the folder of the profile. */
  id: z.string(),
  /** When it was last changed, or when the backup was made. */
  at: Instant,
  bytes: z.int(),
  /** `null` for the journal itself. */
  reason: BackupReason.nullable(),
})
export type SetAsideCopy = z.infer<typeof SetAsideCopy>

/** A folder with the sealed data of a profile that started again because its key was lost. The recovery code opens it. */
export const SetAsideFolder = z.object({
  path: z.string(),
  /** `null` if unknown. */
  keyId: z.string().nullable(),
  /** The journal first, if there is one; then its backups, newest first. */
  copies: z.array(SetAsideCopy),
})
export type SetAsideFolder = z.infer<typeof SetAsideFolder>
