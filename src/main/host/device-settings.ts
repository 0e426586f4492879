import { existsSync, readFileSync } from 'node:fs'
import type { Settings } from '#shared/model/app/settings.ts'
import { renameFlushed } from '../disk/flush.ts'
import { replaceJson } from '../disk/replace-file.ts'

/**
 * The settings of this computer, independent of the open profile. Settings that contain accounts or symbols of a connection
 * (`tray`) or refer to them (`accountCurrency`) belong to the profile.
 */
const deviceKeys: ReadonlySet<string> = new Set<keyof Settings>([
  'theme',
  'density',
  'palette',
  'language',
  'locale',
  'hideAmounts',
  'notifies',
  'silentHours',
  'closesToTray',
  'startsWithSystem',
  'glanceShortcut',
  'knowsWhereItCloses',
  'usesSystemNetwork',
  'positionColumns',
])

type Stored = Readonly<Record<string, unknown>>

/** The settings of this computer, stored in one small file. */
export interface DeviceSettings {
  /** All stored values, unchecked. */
  all(): Stored
  /** Saves the settings of this computer and returns the rest, which belongs to the profile. Throws AppError `internal` when the disk refuses. */
  keep(changes: Stored): Stored
  /** Takes over settings that are not stored yet from a profile: older versions stored all settings there. */
  adopt(profileSettings: Stored): void
}

/** Opens the file. An unreadable file is renamed to `.damaged`, not overwritten. */
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
    // Renamed below.
  }
  try {
    renameFlushed([path, `${path}.damaged`])
  } catch {
    // On a read-only disk it stays; nothing can replace it there either.
  }
  return {}
}
