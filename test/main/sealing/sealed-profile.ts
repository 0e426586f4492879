import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openCache } from '#main/cache/open.ts'
import { createJournal } from '#main/journal/journal.ts'
import { openJournal } from '#main/journal/open.ts'
import { holdKey, type DataKey } from '#main/sqlite/keys.ts'

/** A text that is stored in the cache, the journal, its backups and the files that were set aside. */
export const knownText = 'ACME DIVIDEND 4711'

/**
 * Creates the files of a closed profile with the known text in all of them, and a log that a killed process left next to the
 * journal.
 */
export async function makeProfile(directory: string): Promise<void> {
  const backups = join(directory, 'backups')
  mkdirSync(backups, { recursive: true })
  const cachePath = join(directory, 'cache.sqlite')
  const { db: cache } = openCache(cachePath)
  cache.exec(`CREATE TABLE known (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT`)
  const insert = cache.prepare('INSERT INTO known (body) VALUES (?)')
  for (let row = 0; row < 200; row++) insert.run(`${knownText} ${row}`)
  cache.close()
  cpSync(cachePath, join(directory, 'cache.damaged-2026-01-01T00-00-00Z.sqlite'))
  const { db } = openJournal(join(directory, 'journal.sqlite'), backups)
  const journal = createJournal(db, backups)
  journal.watchlists.create(knownText)
  await journal.backups.backUp('manual', { now: () => Date.UTC(2026, 0, 2) } as never)
  journal.watchlists.create(`${knownText}, later`)
  // As after a kill: the last commit is in the log only.
  const [path, log] = [join(directory, 'journal.sqlite'), join(directory, 'journal.sqlite-wal')].map((file) => [
    file,
    readFileSync(file),
  ]) as [[string, Buffer], [string, Buffer]]
  db.close()
  writeFileSync(...path)
  writeFileSync(...log)
  writeFileSync(join(directory, 'journal.corrupt-2026-01-01T00-00-00Z.sqlite'), `damaged ${knownText}`)
  writeFileSync(join(directory, 'journal.corrupt-2026-01-01T00-00-00Z.sqlite-wal'), `damaged log ${knownText}`)
  writeFileSync(join(backups, 'journal-2025-01-01T00-00-00Z.sqlite'), `a damaged backup ${knownText}`)
  writeFileSync(join(backups, 'journal.part'), `the rest of a backup ${knownText}`)
}

/** Every file in a folder and its subfolders. */
export const filesIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile())
    .sort()

/** The files that contain the known text, as UTF-8 or UTF-16. */
export const filesWithText = (directory: string): string[] =>
  filesIn(directory).filter((path) => {
    const bytes = readFileSync(path)
    return bytes.includes(knownText) || bytes.includes(Buffer.from(knownText, 'utf16le'))
  })

/** The data that the app would read from a profile with this key. */
export function readProfile(directory: string, key: DataKey | null): { watchlists: string[]; rows: number } {
  holdKey(directory, key)
  const { db: cache, setAside } = openCache(join(directory, 'cache.sqlite'))
  const opened = openJournal(join(directory, 'journal.sqlite'), join(directory, 'backups'))
  try {
    if (setAside !== null || opened.movedAside !== null || opened.restoredFrom !== null)
      throw new Error('the app took the data for damaged')
    const rows = Number(cache.prepare('SELECT count(*) FROM known').pluck().get())
    const journal = createJournal(opened.db, join(directory, 'backups'))
    return { watchlists: journal.watchlists.list().map(({ name }) => name), rows }
  } finally {
    cache.close()
    opened.db.close()
    holdKey(directory, null)
  }
}

/** The data that `makeProfile` stores. */
export const completeProfile = { watchlists: [knownText, `${knownText}, later`], rows: 200 }
