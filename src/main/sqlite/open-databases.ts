import type { Db } from './db.ts'

/** The databases that this thread opened for writing. */
const databases = new Set<Db>()

/** Registers a database for `closeOpenDatabases`. */
export function trackDatabase(db: Db): void {
  for (const tracked of databases) if (!tracked.open) databases.delete(tracked)
  databases.add(db)
}

/**
 * Closes all databases of this thread at once, for a process that ends without waiting for its work: an open transaction is
 * rolled back. Never throws.
 */
export function closeOpenDatabases(): void {
  for (const db of databases) {
    try {
      db.close()
    } catch {
      // A statement is still running. SQLite recovers the file at the next start.
    }
  }
  databases.clear()
}
