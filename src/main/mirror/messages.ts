import { z } from 'zod'
import type { Language } from '#shared/language.ts'
import type { Profile } from '#shared/model/app/connection.ts'
import type { DataKey } from '../sqlite/keys.ts'

/** The input of a run's thread. */
export interface MirrorTask {
  readonly profile: Profile
  readonly directory: string
  /** The key of sealed data. */
  readonly key: DataKey | null
  /** The language of messages for the user. Data in the database is in English. */
  readonly language: Language
  /** A connection text without a password. */
  readonly to: string
}

/** The result of a run. `message` is for the user; null for a fault of Tidemark. */
export const MirrorMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), rows: z.int() }),
  z.object({ kind: z.literal('failed'), message: z.string().nullable() }),
])
export type MirrorMessage = z.infer<typeof MirrorMessage>
