import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readSealState } from '../sqlite/seal-state.ts'

/** What a conversion does with a file. */
type Treatment =
  /** Copied by SQLite. */
  | 'database'
  /** The file was set aside. It is sealed byte by byte, because SQLite may be unable to read it. */
  | 'bytes'
  /** The file is removed: it can be read from the service again, or an interrupted operation left it. */
  | 'remove'

export interface SealableFile {
  readonly path: string
  readonly treatment: Treatment
}

/** The ending of a file whose bytes are sealed. */
export const sealedEnding = '.sealed'
/** The ending of a complete or incomplete copy. The copy replaces the file without this ending. */
export const convertedEnding = '.converted'

const inProfile: readonly (readonly [RegExp, Treatment])[] = [
  [/^(cache|journal)\.sqlite$/, 'database'],
  [/^journal\.[a-z-]+-\d{4}-[^/]*\.sqlite(-wal|-shm)?(\.sealed)?$/, 'bytes'],
  [/^cache\.[a-z-]+-\d{4}-[^/]*\.sqlite(-wal|-shm)?$/, 'remove'],
  [/^(cache|journal)\.sqlite(-wal|-shm)?\.(part|deleted)(-wal|-shm|-journal)?$/, 'remove'],
  [/^export-\w{6}$/, 'remove'],
]
const inBackups: readonly (readonly [RegExp, Treatment])[] = [
  [/^journal\.part(-wal|-shm|-journal)?$/, 'remove'],
  [/\.sqlite$/, 'database'],
  [/^journal-[^/]*\.sqlite\.sealed$/, 'bytes'],
]

const backupFolder = 'backups'

/** What a conversion does with this file; `null` when it contains no data of the databases. */
export function treatmentOf(path: string): Treatment | null {
  const rules = isInBackups(path) ? inBackups : inProfile
  return rules.find(([pattern]) => pattern.test(basename(path)))?.[1] ?? null
}

/** Whether a file is a backup, or an incomplete one. */
export const isInBackups = (path: string): boolean => basename(dirname(path)) === backupFolder

/** The files of a closed profile that contain data of its databases. Others, such as reports, are not listed. */
export function listSealableFiles(directory: string): SealableFile[] {
  return pathsIn(directory).flatMap((path) => {
    const treatment = treatmentOf(path)
    // An empty file is a new database. SQLite seals it when it writes the first page.
    return treatment === null || (treatment === 'database' && statSync(path).size === 0) ? [] : [{ path, treatment }]
  })
}

/** Copies of a conversion, complete or not. */
export const listCopies = (directory: string): string[] => withEnding(directory, convertedEnding)

/** Other files of an interrupted conversion: names of copies with an ending of SQLite, and the files that held a key. */
export function listLeftovers(directory: string): string[] {
  return pathsIn(directory).filter((path) => /\.converted(\.anchor)?(-wal|-shm|-journal)?$|\.anchor$/.test(path))
}

/** Whether a file that was set aside is still sealed with the old key, because SQLite could not copy it. */
export const needsOldKey = (directory: string): boolean =>
  listSealableFiles(directory).some(
    ({ path, treatment }) => treatment === 'bytes' && !path.endsWith(sealedEnding) && readSealState(path) === 'sealed',
  )

/** Files whose bytes are sealed. */
export const listSealedBytes = (directory: string): string[] => withEnding(directory, sealedEnding)

const withEnding = (directory: string, ending: string): string[] =>
  pathsIn(directory).filter((path) => path.endsWith(ending))

/** All files in the folder of the profile and in its backup folder. */
const pathsIn = (directory: string): string[] =>
  [directory, join(directory, backupFolder)].flatMap((folder) => namesIn(folder).map((name) => join(folder, name)))

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
