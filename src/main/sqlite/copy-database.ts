import { flushFile } from '../disk/flush.ts'
import { createPrivately } from '../disk/private-file.ts'
import { quoteName, tableNames } from './check.ts'
import { connect, inMemory, rawKey } from './connect.ts'
import type { Db } from './db.ts'
import { CorruptDatabaseError } from './errors.ts'
import { removeDatabase } from './files.ts'
import type { DataKey } from './keys.ts'
import { integer, type Row } from './row.ts'

/** A database file and its key; without a key the file is not encrypted. */
export interface KeyedFile {
  readonly path: string
  readonly key: DataKey | null
}

const busyTimeoutMs = 5_000

/** The path of an empty database that has the key of a copy while the copy is written. */
export const anchorOf = (path: string): string => `${path}.anchor`

/**
 * Copies a database, which may be in use, to one new file with its own key, then checks and flushes the copy. Takes
 * about two seconds for each 300 MB. Throws CorruptDatabaseError for a damaged source or copy, and errors of SQLite and
 * of the file system; then the copy is incomplete.
 */
export function copyDatabase(source: KeyedFile, target: KeyedFile): void {
  removeDatabase(target.path)
  createPrivately(target.path)
  const anchor = openAnchor(target)
  try {
    anchor.prepare('ATTACH ? AS source KEY ?').run(source.path, source.key === null ? '' : rawKey(source.key))
    // An attached file without its own key gets the key of the connection. This is how the copy is encrypted.
    anchor.prepare('VACUUM source INTO ?').run(target.path)
  } finally {
    anchor.close()
    removeDatabase(anchorOf(target.path))
  }
  reading(target, assertSound)
  flushFile(target.path)
}

/**
 * Throws CorruptDatabaseError unless both databases have the same tables with the same number of rows. Nothing may
 * write to them meanwhile.
 */
export function assertSameRows(source: KeyedFile, target: KeyedFile): void {
  if (reading(source, countRows) !== reading(target, countRows))
    throw new CorruptDatabaseError({ is: 'copy-lacks-rows', path: target.path })
}

function reading<T>({ path, key }: KeyedFile, read: (db: Db) => T): T {
  const db = connect(path, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs }, key)
  try {
    return read(db)
  } finally {
    db.close()
  }
}

function openAnchor({ path, key }: KeyedFile): Db {
  if (key === null) return inMemoryAnchor()
  removeDatabase(anchorOf(path))
  createPrivately(anchorOf(path))
  const db = connect(anchorOf(path), {}, key)
  // An empty file would not be encrypted, and neither would the file that is attached to it.
  db.exec('CREATE TABLE anchor (id INTEGER PRIMARY KEY) STRICT')
  return db
}

function inMemoryAnchor(): Db {
  const db = connect(inMemory, {}, null)
  db.pragma('temp_store = MEMORY')
  return db
}

function assertSound(db: Db): void {
  const verdict: unknown = db.pragma('integrity_check(1)', { simple: true })
  if (verdict !== 'ok') throw new CorruptDatabaseError({ is: 'file-damaged', path: db.name }, { cause: verdict })
}

/** The schema version and the number of rows of each table, as text. */
const countRows = (db: Db): string =>
  [
    `version ${String(db.pragma('user_version', { simple: true }))}`,
    ...tableNames(db).map((name) => {
      const counted = db.prepare<[], Row>(`SELECT count(*) AS rows FROM ${quoteName(name)}`).get() ?? {}
      return `${name} ${integer(counted, 'rows')}`
    }),
  ].join('\n')
