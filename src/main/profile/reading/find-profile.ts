import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { Profile } from '#shared/model/app/connection.ts'

/** A profile with the folder of its files. */
export interface StoredProfile {
  readonly profile: Profile
  readonly directory: string
}

/** Throws the error of the file system if it is not known whether there is a file. */
const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined

/** The profiles with data in a data directory, sorted by id. Creates no files. Throws if a folder cannot be read. */
export function listStoredProfiles(dataDir: string): StoredProfile[] {
  const root = join(dataDir, 'profiles')
  const folders = exists(root) ? readdirSync(root).sort() : []
  return folders.flatMap((id) => {
    const directory = join(root, id)
    if (!exists(join(directory, 'cache.sqlite'))) return []
    const profile = readProfile(join(directory, 'profile.json'))
    return profile?.id === id ? [{ profile, directory }] : []
  })
}

/** The profile with this id; without an id, the last open one, or the only one. Throws `not-found` with the existing ids. */
export function findStoredProfile(dataDir: string, id: string | null): StoredProfile {
  const stored = listStoredProfiles(dataDir)
  const [only] = stored
  if (only === undefined) throw new AppError('not-found', m.profile_there_is_no_data_in({ dataDir }))
  const wanted = id ?? readProfile(join(dataDir, 'open-profile.json'))?.id ?? null
  const found = stored.find(({ profile }) => profile.id === wanted)
  if (found !== undefined) return found
  if (id === null && stored.length === 1) return only
  const ids = stored.map(({ profile }) => profile.id).join(', ')
  throw new AppError(
    'not-found',
    id === null ? m.profile_which_profile_was_open_is_unknown({ ids }) : m.profile_there_is_no_profile({ id, ids }),
  )
}

/** `null` for a missing or damaged file. */
function readProfile(path: string): Profile | null {
  try {
    return Profile.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}
