import { z } from 'zod'
import { ShockSet } from '#shared/model/margin.ts'
import type { Journal } from '../journal/journal.ts'

/** The key in the journal's settings: the sets name instruments of the profile. */
const key = 'shockSets'
const maxSets = 100
const Stored = z.array(z.unknown()).max(maxSets)

type SettingsTable = Pick<Journal['settings'], 'get' | 'set'>

const read = (stored: unknown): ShockSet | null => ShockSet.safeParse(stored).data ?? null

/** The saved sets of shocks, by name. Skips sets in a format of another version of the app; they stay stored. */
export const readShockSets = (settings: SettingsTable): readonly ShockSet[] =>
  (settings.get(key, Stored) ?? []).flatMap((stored) => read(stored) ?? [])

/** Replaces the saved sets by these. Throws when there are too many. Sets that cannot be read are kept. */
export function keepShockSets(settings: SettingsTable, sets: readonly ShockSet[]): void {
  const sorted = [...sets].sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))
  const unreadable = (settings.get(key, Stored) ?? []).filter((stored) => read(stored) === null)
  settings.set(key, Stored, [...sorted, ...unreadable])
}
