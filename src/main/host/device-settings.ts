import { existsSync, readFileSync, renameSync } from 'node:fs'
import type { Settings } from '../shared/model/settings.ts'
import { replaceJson } from './disk/replace-json.ts'

/**
 * What holds for this computer and the person before it, whichever profile is open. What names accounts or symbols of a
 * connection (`tray`), or speaks of them (`accountCurrency`), stays with its profile.
 */
const deviceKeys: ReadonlySet<string> = new Set<keyof Settings>([
  ...(['theme', 'density', 'palette', 'locale', 'hideAmounts', 'notifies', 'silentHours'] as const),
  ...(['closesToTray', 'startsWithSystem', 'glanceShortcut', 'knowsWhereItCloses'] as const),
])

type Stored = Readonly<Record<string, unknown>>

/** The settings of this computer, in one small file. */
export interface DeviceSettings {
  /** Everything as it lies there; the reader checks it. */
  all(): Stored
  /** Keeps what is the computer's and answers the rest, which is the profile's. Throws where the disk does not take it. */
  keep(changes: Stored): Stored
  /** Takes over what a profile still holds of it, and was not set since: older versions kept all settings by profile. */
  adopt(profileSettings: Stored): void
}

/** Opens the file. One that cannot be read is laid aside, not written over. */
export function openDeviceSettings(path: string): DeviceSettings {
  let stored = read(path)

  function write(changes: Stored): void {
    const next = { ...stored, ...changes }
    replaceJson(path, next)
    stored = next
  }

  return {
    all: () => stored,
    keep(changes) {
      const [own, rest] = split(changes)
      if (Object.keys(own).length > 0) write(own)
      return rest
    },
    adopt(profileSettings) {
      const [own] = split(profileSettings)
      const missing = Object.entries(own).filter(([key, value]) => value !== undefined && !(key in stored))
      if (missing.length > 0) write(Object.fromEntries(missing))
    },
  }
}

function split(settings: Stored): readonly [own: Stored, rest: Stored] {
  const entries = Object.entries(settings)
  const isOwn = ([key]: readonly [string, unknown]): boolean => deviceKeys.has(key)
  return [Object.fromEntries(entries.filter(isOwn)), Object.fromEntries(entries.filter((entry) => !isOwn(entry)))]
}

function read(path: string): Stored {
  if (!existsSync(path)) return {}
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Laid aside below.
  }
  renameSync(path, `${path}.damaged`)
  return {}
}
