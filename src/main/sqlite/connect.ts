import Database from 'better-sqlite3'
import { m } from '../../shared/messages/messages.js'
import type { Db } from './db.ts'
import { SealedFileError, StorageError } from './errors.ts'
import { keyFor, type DataKey } from './keys.ts'
import { readSealState } from './seal-state.ts'

// The driver looks into a report of the process for the C library. Without this the report resolves the names of all peers.
Reflect.set(process.report, 'excludeNetwork', true)

/** The path of a database without a file. */
export const inMemory = ':memory:'

/**
 * Authenticated encryption, one nonce and tag a page (draft-irtf-cfrg-aegis-aead); at about a fifth of the time that ChaCha20
 * needs on processors with AES instructions.
 */
const cipher = 'aegis'

/** A key as the driver takes it. The bytes are the key itself: it is random, so nothing is derived from it. */
export const rawKey = (key: DataKey): string => `raw:${Buffer.from(key).toString('hex')}`

/**
 * Opens a connection: the only place that does so. A new file is sealed from its first page where a key is held for its
 * folder. Throws SealedFileError for a sealed file without a key, and an error of SQLite; a wrong key is found by the first read.
 */
export function connect(path: string, options: Database.Options, key: DataKey | null = keyFor(path)): Db {
  if (key === null && path !== inMemory && readSealState(path) === 'sealed') throw new SealedFileError(path)
  const db = new Database(path, options)
  try {
    // First of all, and before the key, because the key begins the encryption with the cipher named by then.
    chooseCipher(db)
    if (key !== null) unlock(db, key)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** What this driver has beyond the one whose types it is used with. */
interface Keyed {
  key(key: Buffer): unknown
}

const isKeyed = (db: object): db is Keyed => 'key' in db && typeof db.key === 'function'

function chooseCipher(db: Db): void {
  db.pragma(`cipher = '${cipher}'`)
}

function unlock(db: Db, key: DataKey): void {
  if (!isKeyed(db)) throw new StorageError(m.sqlite_the_driver_cannot_open_sealed_data())
  db.key(Buffer.from(rawKey(key)))
  // Temporary tables and sorted rows are not sealed: they must not reach the disk.
  db.pragma('temp_store = MEMORY')
}
