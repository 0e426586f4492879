/** A value that an enumeration of the service was never seen to have. */
export interface UnknownValue {
  readonly enumeration: string
  readonly value: string
}

/** What was noticed while one response was decoded. Paths only, with `[*]` for every place in a list, never values. */
export interface Observed {
  /** Fields that are present and cannot be read. */
  readonly unreadable: readonly string[]
  /** Fields that are absent although a figure on screen depends on them. */
  readonly absent: readonly string[]
  readonly unknownValues: readonly UnknownValue[]
}

/** A broken response may have thousands of faults; the first of each kind are enough to name them. */
const maxNotes = 20

class Notes {
  readonly unreadable = new Set<string>()
  readonly absent = new Set<string>()
  readonly unknownValues = new Map<string, UnknownValue>()
}

// Decoding is synchronous, so the notes of two responses cannot mix.
let notes: Notes | null = null

/** Runs `work`, which decodes one response, and tells what it noted, also if it fails. */
export function observe<T>(work: () => T, tell: (observed: Observed) => void): T {
  const outer = notes
  const own = new Notes()
  notes = own
  try {
    return work()
  } finally {
    notes = outer
    const { unreadable, absent, unknownValues } = own
    tell({ unreadable: [...unreadable], absent: [...absent], unknownValues: [...unknownValues.values()] })
  }
}

const addPath = (paths: Set<string> | undefined, path: string): void => {
  if (paths !== undefined && paths.size < maxNotes) paths.add(path.replace(/\[\d+\]/g, '[*]').slice(0, 200))
}

/** Notes a field that is present and cannot be read. Outside `observe` this does nothing. */
export const noteUnreadable = (path: string): void => addPath(notes?.unreadable, path)

/** Notes a field that is absent although a figure on screen depends on it. */
export const noteAbsent = (path: string): void => addPath(notes?.absent, path)

/** Notes those of the fields, by path, that are not stated. */
export function noteNotStated(fields: Readonly<Record<string, unknown>>): void {
  for (const [path, value] of Object.entries(fields))
    if (value === null || value === undefined || value === '') noteAbsent(path)
}

/** Notes a value that `enumeration` was never seen to have. Only text in the form of a name is kept as it is. */
export function noteUnknownValue(enumeration: string, value: string): void {
  if (notes === null || notes.unknownValues.size >= maxNotes) return
  const shown = /^[A-Za-z][A-Za-z_]{0,63}\d{0,2}$/.test(value) ? value : '…'
  notes.unknownValues.set(`${enumeration} ${shown}`, { enumeration, value: shown })
}
