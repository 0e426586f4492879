import { z } from 'zod'
import { Instant } from '../values.ts'
import { BackupReason } from './data.ts'

/** Why sealed data cannot be opened: a working keychain has no key for it, or nobody knows because the keychain is locked. */
export const KeyProblem = z.enum(['lost', 'unknown'])
export type KeyProblem = z.infer<typeof KeyProblem>

/** A profile whose sealed data waits for its key. */
export const WaitingProfile = z.object({ profileId: z.string(), name: z.string(), problem: KeyProblem })
export type WaitingProfile = z.infer<typeof WaitingProfile>

/** Whether the data of the open profile is sealed, and which profiles wait for their keys. */
export const SealingState = z.object({
  /** The demo is not sealed: it opens in the place of a profile whose key is missing. */
  canSeal: z.boolean(),
  isSealed: z.boolean(),
  /** Names the key, so that a recovery file can be told from another; `null` for plain data. */
  keyId: z.string().nullable(),
  waiting: z.array(WaitingProfile),
})
export type SealingState = z.infer<typeof SealingState>

/** A new key that is not used yet, for the person to keep. Shown once. */
export const RecoveryOffer = z.object({
  keyId: z.string(),
  code: z.string(),
  /** The text of a recovery file, and its name. */
  file: z.object({ name: z.string(), text: z.string() }),
})
export type RecoveryOffer = z.infer<typeof RecoveryOffer>

/** A journal or a backup in a kept folder. */
export const KeptCopy = z.object({
  /** Its path below the folder of the profile. */
  id: z.string(),
  /** When it was last changed, or backed up. */
  at: Instant,
  bytes: z.int(),
  /** `null` for the journal itself. */
  reason: BackupReason.nullable(),
})
export type KeptCopy = z.infer<typeof KeptCopy>

/** A folder with the sealed data of a profile that started over because its key was lost. Its recovery code opens it. */
export const KeptFolder = z.object({
  path: z.string(),
  /** `null` when it is not known. */
  keyId: z.string().nullable(),
  /** The journal first, if there is one; then its backups, newest first. */
  copies: z.array(KeptCopy),
})
export type KeptFolder = z.infer<typeof KeptFolder>
