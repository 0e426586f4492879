import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { m } from '#shared/messages/messages.js'
import { removeFlushed } from '../disk/flush.ts'
import { replaceJson } from '../disk/replace-file.ts'
import { NewerDatabaseError, StorageError } from '../sqlite/errors.ts'
import { readSealState } from '../sqlite/seal-state.ts'

const format = 1
const KeyId = z.string().regex(/^[0-9a-f]{16}$/)

/**
 * Describes how the data of a profile is sealed, and the current conversion. Stored beside the databases, unencrypted, without
 * secrets.
 */
const Descriptor = z.object({
  format: z.literal(format),
  /** The key of the files; `null` if they are plain. */
  keyId: KeyId.nullable(),
  change: z
    .object({
      /** The key of the files after the conversion. */
      to: KeyId.nullable(),
      /** `copying`: the files are unchanged. `replacing`: all copies are complete. */
      stage: z.enum(['copying', 'replacing']),
    })
    .nullable(),
})
type Descriptor = z.infer<typeof Descriptor>

/** Replaces the id of a key if the descriptor was lost. */
export const unknownKey = 'unknown'

/** Like `Descriptor`, but `keyId` can be `unknownKey`. */
export interface SealedState {
  readonly keyId: string | null
  readonly change: Descriptor['change']
}

const plain: SealedState = { keyId: null, change: null }

const pathIn = (directory: string): string => join(directory, 'sealing.json')

/** Throws NewerDatabaseError for the descriptor of a newer version, StorageError for a damaged descriptor. */
export function readDescriptor(directory: string): SealedState {
  const path = pathIn(directory)
  if (!existsSync(path)) return looksSealed(directory) ? { keyId: unknownKey, change: null } : plain
  const content = parse(path)
  const parsed = Descriptor.safeParse(content)
  if (parsed.success) return { keyId: parsed.data.keyId, change: parsed.data.change }
  const version = z.object({ format: z.number().gt(format) }).safeParse(content)
  if (version.success) throw new NewerDatabaseError(m.sealing_a_newer_version_wrote_it({ path }))
  if (looksSealed(directory)) return { keyId: unknownKey, change: null }
  throw new StorageError(m.sealing_restore_it_from_a_copy({ path }))
}

/** Replaces the descriptor atomically. Plain data without a current conversion has no descriptor. */
export function writeDescriptor(directory: string, { keyId, change }: Omit<Descriptor, 'format'>): void {
  const path = pathIn(directory)
  if (keyId !== null || change !== null) return replaceJson(path, { format, keyId, change } satisfies Descriptor)
  removeFlushed([path])
}

/** Whether the databases are sealed: at least one is sealed, and none is plain. A damaged file counts as neither. */
function looksSealed(directory: string): boolean {
  const states = ['journal.sqlite', 'cache.sqlite'].map((name) => readSealState(join(directory, name)))
  return states.includes('sealed') && !states.includes('plain')
}

/** `null` for invalid JSON. */
function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
