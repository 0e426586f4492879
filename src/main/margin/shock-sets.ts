import { z } from 'zod'
import { ShockSet } from '../../shared/model/margin.ts'
import type { Journal } from '../journal/journal.ts'

/** The key of the journal's settings. The sets belong to the profile, because they name its instruments. */
const key = 'shockSets'
const maxSets = 100
const Sets = z.array(ShockSet).max(maxSets)

type SettingsTable = Pick<Journal['settings'], 'get' | 'set'>

/** The saved sets of shocks, by name. */
export const readShockSets = (settings: SettingsTable): readonly ShockSet[] => settings.get(key, Sets) ?? []

/** Keeps these sets and no others; throws where there are too many. */
export function keepShockSets(settings: SettingsTable, sets: readonly ShockSet[]): void {
  const sorted = [...sets].sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))
  settings.set(key, Sets, sorted)
}
