import { createHash, randomUUID } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../shared/errors.ts'
import { Profile } from '../shared/model/connection.ts'

export const demoProfile: Profile = { id: 'demo', kind: 'demo', baseUrl: null }

/** The profile of a service: one base URL, one set of data. The id is readable and unique. */
export function profileOf(baseUrl: URL): Profile {
  const text = baseUrl.href.replace(/\/$/, '')
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 8)
  const name = baseUrl.hostname
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
  return { id: [name, digest].filter(Boolean).join('-'), kind: 'service', baseUrl: text }
}

/** The profiles under the data directory: a folder each, with what connects it, and which one was open last. No secrets. */
export interface Profiles {
  /** The demo is always among them. */
  list(): Profile[]
  get(id: string): Profile | null
  /** Where the profile's data lies; made when it is not there. */
  directory(profile: Profile): string
  /** The profile to open at the next start. */
  lastOpen(): Profile | null
  rememberOpen(profile: Profile): void
}

export function createProfiles(dataDir: string): Profiles {
  const root = join(dataDir, 'profiles')
  const lastOpenPath = join(dataDir, 'open-profile.json')
  mkdirSync(root, { recursive: true, mode: 0o700 })

  const list = (): Profile[] => {
    const kept = readdirSync(root).flatMap((folder) => {
      const profile = readProfile(join(root, folder, 'profile.json'))
      // The copy of a folder is not a second profile.
      return profile === null || profile.id !== folder || folder === demoProfile.id ? [] : [profile]
    })
    return [demoProfile, ...kept]
  }
  const get = (id: string): Profile | null => list().find((profile) => profile.id === id) ?? null
  return {
    list,
    get,
    directory(profile) {
      const directory = join(root, profile.id)
      mkdirSync(directory, { recursive: true, mode: 0o700 })
      if (readProfile(join(directory, 'profile.json')) === null) replaceJson(join(directory, 'profile.json'), profile)
      return directory
    },
    lastOpen() {
      const last = readProfile(lastOpenPath)
      return last === null ? null : get(last.id)
    },
    rememberOpen: (profile) => replaceJson(lastOpenPath, profile),
  }
}

/** A file that is missing or damaged names no profile; the data beside it stays untouched. */
function readProfile(path: string): Profile | null {
  try {
    return Profile.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}

/** Written whole beside its place, flushed, then renamed: a crash leaves the old file or the new one. */
function replaceJson(path: string, value: unknown): void {
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    const file = openSync(temporary, 'wx', 0o600)
    try {
      writeFileSync(file, JSON.stringify(value, null, 2))
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, path)
  } catch (cause) {
    rmSync(temporary, { force: true })
    throw new AppError('internal', `The file ${path} cannot be written: the disk is full or forbids it`, { cause })
  }
}
