/** The stored values of the screen of a history entry, by name: sort, filter, scroll position, focused row. */
interface Entry {
  readonly id: string
  readonly place: string
  readonly values: Record<string, unknown>
}

/** Browsers limit how often the state of an entry may be written: the first change at once, more of them together. */
const writeGapMs = 300
const maxEntries = 200

/** The values in memory, so that no change is lost between two writes. `history.state` has a copy for a reload. */
const entries = new Map<string, Entry>()
/** The last values of each place. A new entry of the same place starts with them. Each state of the history has a copy. */
const latest = new Map<string, Record<string, unknown>>()
let isLatestRead = false
let shownId: string | undefined
let isBack = false
let pending: ReturnType<typeof setTimeout> | undefined
/** By `performance.now()`. */
let writtenAt = -Infinity
addEventListener('pagehide', write)
// Back may lead to this entry again before the next screen has read its values: then its last values are still unwritten.
addEventListener('popstate', write)

/**
 * The screen of an address, with its instrument; an address without one opens the overview. The query does not matter, because
 * the stored values do not depend on it.
 */
const placeOf = (hash: string): string => /^#\/(instrument\/[^?]*|[^/?]+)/.exec(hash)?.[1] ?? 'overview'

/** The stored value of the current entry; `undefined` if there is none. */
export const readValue = (name: string): unknown => currentEntry().values[name]

/** Stores a value of the screen on display in its entry. */
export function storeValue(name: string, value: unknown): void {
  const { place, values } = entryOnDisplay()
  values[name] = value
  latest.set(place, { ...latest.get(place), [name]: value })
  // A page that is left right after a change may not write any more.
  if (performance.now() - writtenAt > writeGapMs) write()
  else pending ??= setTimeout(write, writeGapMs)
}

/** Whether the window returned to this entry by Back, Forward or a reload. */
export function isReturn(): boolean {
  currentEntry()
  return isBack
}

/** Removes all values: rows and filters of another profile do not apply. */
export function forgetViewStates(): void {
  entries.clear()
  latest.clear()
  hideViewStates()
}

/** Removes the values from the history of the browser, where other people could read them; they stay in memory. */
export function hideViewStates(): void {
  clearTimeout(pending)
  pending = undefined
  const stored = readState(history.state)
  if (stored !== null) history.replaceState({ kept: { ...stored, values: {} } }, '')
}

function currentEntry(): Entry {
  const place = placeOf(location.hash)
  // After a reload the memory is empty.
  if (!isLatestRead) for (const [name, values] of readLatest(history.state)) latest.set(name, values)
  isLatestRead = true
  const stored = readState(history.state)
  const known = stored === null ? undefined : entries.get(stored.id)
  if (known?.place === place) {
    if (known.id !== shownId) {
      isBack = true
      shownId = known.id
      // The entry may be left before its last values are written.
      write()
    }
    return known
  }
  const isStored = stored?.place === place
  const values = { ...latest.get(place), ...(isStored ? stored.values : {}) }
  const entry = { id: isStored ? stored.id : crypto.randomUUID(), place, values }
  entries.set(entry.id, entry)
  for (const id of entries.keys()) {
    if (entries.size <= maxEntries) break
    entries.delete(id)
  }
  if (!latest.has(place)) latest.set(place, { ...values })
  isBack = isStored
  shownId = entry.id
  writeEntry(entry)
  return entry
}

/** After the address has changed, the screen before it stays on display until the next one reads its values. */
function entryOnDisplay(): Entry {
  const shown = entries.get(shownId ?? '')
  return shown === undefined || shown.place === placeOf(location.hash) ? currentEntry() : shown
}

function write(): void {
  clearTimeout(pending)
  pending = undefined
  writtenAt = performance.now()
  const entry = entries.get(readState(history.state)?.id ?? '')
  if (entry?.place === placeOf(location.hash)) writeEntry(entry)
}

const writeEntry = (kept: Entry): void => history.replaceState({ kept, latest: Object.fromEntries(latest) }, '')

function readLatest(state: unknown): [string, Record<string, unknown>][] {
  const stored: unknown = isRecord(state) ? state['latest'] : undefined
  return isRecord(stored)
    ? Object.entries(stored).flatMap(([name, values]) => (isRecord(values) ? [[name, values]] : []))
    : []
}

function readState(state: unknown): Entry | null {
  const stored: unknown = isRecord(state) ? state['kept'] : undefined
  if (!isRecord(stored)) return null
  const { id, place, values } = stored
  return typeof id === 'string' && typeof place === 'string' && isRecord(values) ? { id, place, values } : null
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
