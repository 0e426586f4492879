import { z } from 'zod'
import type { Language } from '../../shared/language.ts'
import type { Profile } from '../../shared/model/app/connection.ts'
import type { DataKey } from '../sqlite/keys.ts'

/** The input of a run's thread. */
export interface MirrorTask {
  readonly profile: Profile
  readonly directory: string
  /** The key of sealed data. */
  readonly key: DataKey | null
  /** Of the messages for the person. What is written is in English. */
  readonly language: Language
  /** Without a password. */
  readonly to: string
}

/** How a run ended. `message` is meant for the person; null for a fault of Tidemark. */
export const MirrorMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), rows: z.int() }),
  z.object({ kind: z.literal('failed'), message: z.string().nullable() }),
])
export type MirrorMessage = z.infer<typeof MirrorMessage>
