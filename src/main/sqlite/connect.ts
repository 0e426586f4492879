import Database from 'better-sqlite3'
import type { Db } from './db.ts'
import { SealedFileError, StorageError } from './errors.ts'
import { keyFor, type DataKey } from './keys.ts'
import { readSealState } from './seal-state.ts'

// To find the C library, the driver reads a diagnostic report of the process. By default the report also resolves the
// host names of all network connections.
Reflect.set(process.report, 'excludeNetwork', true)

/** The path of a database without a file. */
export const inMemory = ':memory:'

/**
 * Authenticated encryption with one nonce and one tag for each page (draft-irtf-cfrg-aegis-aead). On processors with
 * AES instructions it takes about a fifth of the time of ChaCha20.
 */
const cipher = 'aegis'

/**
 * The key in the form that the driver expects. The bytes are the key itself: they are random, so no key is derived from
 * them.
 */
export const rawKey = (key: DataKey): string => `raw:${Buffer.from(key).toString('hex')}`

/**
 * Opens a connection. No other code does so. If the folder of a new file has a key, the file is encrypted from its
 * first page. Throws SealedFileError for a sealed file without a key, and errors of SQLite. A wrong key causes an error
 * only at the first read.
 */
export function connect(path: string, options: Database.Options, key: DataKey | null = keyFor(path)): Db {
  if (key === null && path !== inMemory && readSealState(path) === 'sealed') throw new SealedFileError(path)
  const db = new Database(path, options)
  try {
    // This must come before the key: setting the key starts the encryption with the current cipher.
    chooseCipher(db)
    if (key !== null) unlock(db, key)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** The member of this driver that is missing from the type declarations, which are those of another driver. */
interface Keyed {
  key(key: Buffer): unknown
}

const isKeyed = (db: object): db is Keyed => 'key' in db && typeof db.key === 'function'

function chooseCipher(db: Db): void {
  db.pragma(`cipher = '${cipher}'`)
}

function unlock(db: Db, key: DataKey): void {
  if (!isKeyed(db)) throw new StorageError({ is: 'no-sealing-driver' })
  db.key(Buffer.from(rawKey(key)))
  // Temporary tables and sorted rows are not encrypted, so they must not be written to the disk.
  db.pragma('temp_store = MEMORY')
}
