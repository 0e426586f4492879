import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Profile } from '../shared/model/connection.ts'
import type { DemoSize } from './demo/data/plans.ts'
import { replaceJson } from './disk/replace-json.ts'

/** The demo's profile. Each size is another world with the same account numbers, so each has its own data. */
export const demoProfileOf = (size: DemoSize): Profile => ({
  id: size === 'typical' ? 'demo' : `demo-${size}`,
  kind: 'demo',
  baseUrl: null,
})

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
  /** The demo of this run is always among them. */
  list(): Profile[]
  get(id: string): Profile | null
  /** Where the profile's data lies; made when it is not there. */
  directory(profile: Profile): string
  /** The profile to open at the next start. */
  lastOpen(): Profile | null
  rememberOpen(profile: Profile): void
}

export function createProfiles(dataDir: string, demo = demoProfileOf('typical')): Profiles {
  const root = join(dataDir, 'profiles')
  const lastOpenPath = join(dataDir, 'open-profile.json')
  mkdirSync(root, { recursive: true, mode: 0o700 })

  const list = (): Profile[] => {
    const kept = readdirSync(root).flatMap((folder) => {
      const profile = readProfile(join(root, folder, 'profile.json'))
      // The copy of a folder is not a second profile.
      return profile?.kind === 'service' && profile.id === folder ? [profile] : []
    })
    return [demo, ...kept]
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
