import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { flushFolder, replaceJson } from '../disk/replace-file.ts'
import { ComputerId } from './batch.ts'

/** That a profile shares a folder with other computers. Beside its databases, in the clear, without secrets. */
const Membership = z.object({
  format: z.literal(1),
  /** The folder that the person chose. */
  folder: z.string().min(1),
  setId: z.string().regex(/^[0-9a-f]{16}$/),
  /** This computer. */
  computer: ComputerId,
  name: z.string().min(1).max(200),
})
export type Membership = Omit<z.infer<typeof Membership>, 'format'>

/** The folder of a set inside the folder that the person's file sync carries. */
export const setFolderIn = (folder: string, setId: string): string => join(folder, `tidemark-${setId}`)

const pathIn = (directory: string): string => join(directory, 'computers.json')

/** Null for a profile that shares nothing. A file that cannot be read counts as none: joining again loses nothing. */
export function readMembership(directory: string): Membership | null {
  try {
    const parsed = Membership.safeParse(JSON.parse(readFileSync(pathIn(directory), 'utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** Throws AppError `internal` when the disk refuses. */
export function writeMembership(directory: string, membership: Membership | null): void {
  const path = pathIn(directory)
  if (membership !== null) return replaceJson(path, { format: 1, ...membership } satisfies z.infer<typeof Membership>)
  rmSync(path, { force: true })
  flushFolder(dirname(path))
}

/** The entry of the keychain with the secret of the set of a profile. */
export const setEntryOf = (profileId: string): string => `shared-folder ${profileId}`
