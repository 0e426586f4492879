import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { removeFlushed } from '../disk/flush.ts'
import { replaceJson } from '../disk/replace-file.ts'
import { ComputerId } from './batch.ts'

/** The set that a profile belongs to. Stored in a plain file beside the databases, without secrets. */
const Membership = z.object({
  format: z.literal(1),
  /** The chosen folder. */
  folder: z.string().min(1),
  setId: z.string().regex(/^[0-9a-f]{16}$/),
  /** This computer. */
  computer: ComputerId,
  name: z.string().min(1).max(200),
})
export type Membership = Omit<z.infer<typeof Membership>, 'format'>

/** The folder of a set, inside the folder that the user's file sync transfers. */
export const setFolderIn = (folder: string, setId: string): string => join(folder, `tidemark-${setId}`)

const pathIn = (directory: string): string => join(directory, 'computers.json')

/** Null for a profile that shares nothing. An unreadable file also gives null, because joining again loses no data. */
export function readMembership(directory: string): Membership | null {
  try {
    const parsed = Membership.safeParse(JSON.parse(readFileSync(pathIn(directory), 'utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** Throws AppError `internal` when the file cannot be written. */
export function writeMembership(directory: string, membership: Membership | null): void {
  const path = pathIn(directory)
  if (membership !== null) return replaceJson(path, { format: 1, ...membership } satisfies z.infer<typeof Membership>)
  removeFlushed([path])
}

/** The keychain entry of the set's secret for a profile. */
export const setEntryOf = (profileId: string): string => `shared-folder ${profileId}`
