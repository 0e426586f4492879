import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Profile } from '../../../shared/model/app/connection.ts'
import { AppError } from '../../../shared/errors.ts'

/** A profile with the folder of its files. */
export interface StoredProfile {
  readonly profile: Profile
  readonly directory: string
}

/** The profiles of a data directory that have data, by id. Nothing is created. */
export function listStoredProfiles(dataDir: string): StoredProfile[] {
  const root = join(dataDir, 'profiles')
  const folders = existsSync(root) ? readdirSync(root).sort() : []
  return folders.flatMap((id) => {
    const directory = join(root, id)
    if (!existsSync(join(directory, 'cache.sqlite'))) return []
    const profile = readProfile(join(directory, 'profile.json'))
    return profile?.id === id ? [{ profile, directory }] : []
  })
}

/**
 * The profile with this id, or the one that was open last; the only one there is needs no name. Throws `not-found` with the
 * ids that there are.
 */
export function findStoredProfile(dataDir: string, id: string | null): StoredProfile {
  const stored = listStoredProfiles(dataDir)
  const [only] = stored
  if (only === undefined)
    throw new AppError('not-found', `There is no data in ${dataDir}. Start Tidemark once, or use --data-dir.`)
  const wanted = id ?? readProfile(join(dataDir, 'open-profile.json'))?.id ?? null
  const found = stored.find(({ profile }) => profile.id === wanted)
  if (found !== undefined) return found
  if (id === null && stored.length === 1) return only
  const ids = stored.map(({ profile }) => profile.id).join(', ')
  const problem = id === null ? 'It is not known which profile was open last' : `There is no profile ${id}`
  throw new AppError('not-found', `${problem}. Use --profile with one of: ${ids}.`)
}

/** `null` for a missing or damaged file. */
function readProfile(path: string): Profile | null {
  try {
    return Profile.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}
