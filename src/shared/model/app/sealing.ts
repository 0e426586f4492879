import { z } from 'zod'

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
