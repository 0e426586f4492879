import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Profile } from '#shared/model/app/connection.ts'
import type { DemoSize } from '../demo/data/account-plans.ts'
import type { AnswerShape } from '../demo/world/world.ts'
import { makeFolder } from '../disk/flush.ts'
import { replaceJson } from '../disk/replace-file.ts'

/** The profile of the demo. Each size and shape has its own data, because all have the same account numbers. */
export const demoProfileOf = (size: DemoSize, as: AnswerShape = 'documented'): Profile => ({
  id: ['demo', ...(size === 'typical' ? [] : [size]), ...(as === 'recorded' ? [as] : [])].join('-'),
  kind: 'demo',
  baseUrl: null,
})

/** The profile of a service: each base URL has its own data. The id is readable and unique. */
export function profileOf(baseUrl: URL): Profile {
  const text = baseUrl.href.replace(/\/$/, '')
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 8)
  const name = baseUrl.hostname
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
  return { id: [name, digest].filter(Boolean).join('-'), kind: 'service', baseUrl: text }
}

/** The profiles in the data directory, one folder each, and the last open one. Contains no secrets. */
export interface Profiles {
  /** The profiles. The demo of this run is always first. */
  list(): Profile[]
  get(id: string): Profile | null
  /** The folder of a profile's data. It is created if missing. */
  directory(profile: Profile): string
  /** The profile to open at the next start. */
  lastOpen(): Profile | null
  rememberOpen(profile: Profile): void
}

export function createProfiles(dataDir: string, demo = demoProfileOf('typical')): Profiles {
  const root = join(dataDir, 'profiles')
  const lastOpenPath = join(dataDir, 'open-profile.json')
  makeFolder(root)

  const list = (): Profile[] => {
    const services = readFolders(root).flatMap((folder) => {
      const profile = readProfile(join(root, folder, 'profile.json'))
      // A copied folder is not a second profile.
      return profile?.kind === 'service' && profile.id === folder ? [profile] : []
    })
    return [demo, ...services]
  }
  const get = (id: string): Profile | null => list().find((profile) => profile.id === id) ?? null
  return {
    list,
    get,
    directory(profile) {
      const directory = join(root, profile.id)
      makeFolder(directory)
      if (readProfile(join(directory, 'profile.json')) === null) replaceJson(join(directory, 'profile.json'), profile)
      return directory
    },
    lastOpen() {
      const last = readProfile(lastOpenPath)
      if (last === null) return null
      // The profile file may be damaged while the data still exists.
      return get(last.id) ?? (existsSync(join(root, last.id)) ? last : null)
    },
    rememberOpen(profile) {
      // Most starts open the same profile again, and a write waits for the disk.
      if (!isDeepStrictEqual(readProfile(lastOpenPath), profile)) replaceJson(lastOpenPath, profile)
    },
  }
}

/** The folders of the profiles. If they cannot be read, the demo must still open. */
function readFolders(root: string): string[] {
  try {
    return readdirSync(root)
  } catch {
    return []
  }
}

/** `null` for a missing or damaged file. The data beside it is not changed. */
function readProfile(path: string): Profile | null {
  try {
    return Profile.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}
