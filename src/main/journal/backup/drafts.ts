import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The name of a copy of the journal, in the folder of the copy, until it is complete. */
export const draftIn = (folder: string): string => join(folder, 'journal.part')

/** The same for the copy that replaces a journal, with the other files of SQLite and of a sealed copy. */
const draft = /^journal(\.sqlite)?\.part(\.anchor)?(-wal|-shm|-journal)?$/

const savedPrefix = 'export-'
const saved = /^export-\w{6}$/

/** Makes a folder in that of a profile, for a copy of the journal that the user saves elsewhere. The caller removes it. */
export const makeSaveFolder = (directory: string): string => mkdtempSync(join(directory, savedPrefix))

/** Removes the incomplete copies of a journal that a killed process left in a folder. Never throws. */
export const removeDrafts = (folder: string): void => removeNamed(folder, draft)

/** The same for a closed journal: beside it, in its backups, and what a killed process was saving elsewhere. */
export function removeDraftsOf(journalPath: string, backupDirectory: string): void {
  removeDrafts(backupDirectory)
  removeDrafts(dirname(journalPath))
  removeNamed(dirname(journalPath), saved, { recursive: true })
}

function removeNamed(folder: string, pattern: RegExp, { recursive = false } = {}): void {
  for (const name of namesIn(folder).filter((each) => pattern.test(each))) {
    try {
      rmSync(join(folder, name), { force: true, recursive })
    } catch {
      // The next copy in this folder reports it.
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
