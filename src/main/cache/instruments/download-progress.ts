import type { Db } from '../../sqlite/db.ts'
import { integer, integerOrNull, textOrNull, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'

/** Progress of downloading the whole list. Times in UTC ms; null means "never" or "none". */
export interface DownloadProgress {
  /** Start of the current download. */
  readonly startedAt: number | null
  /** Where the current download continues; null at its beginning. */
  readonly cursor: string | null
  /** The number of rows that the current download has received, or the last one if none is in progress. */
  readonly received: number
  /** When the last download ended, complete or not. */
  readonly endedAt: number | null
  /** When the list was last read to its end. */
  readonly wholeAt: number | null
}

/**
 * The download of the list of all instruments: its position and the instruments that it has received.
 */
export function createDownloadProgress(db: Db) {
  const select = db.prepare<[], Row>('SELECT * FROM instrument_walk')
  const begin = db.prepare<[number]>(
    'UPDATE instrument_walk SET started_at = ?, cursor = NULL, received_count = 0, malformed_count = 0',
  )
  const advance = db.prepare<[string | null, number, number]>(
    'UPDATE instrument_walk SET cursor = ?, received_count = received_count + ?, malformed_count = malformed_count + ?',
  )
  const abandon = db.prepare('UPDATE instrument_walk SET started_at = NULL, cursor = NULL')
  const end = db.prepare<[number, number | null]>(
    'UPDATE instrument_walk SET started_at = NULL, cursor = NULL, ended_at = ?, whole_at = coalesce(?, whole_at)',
  )
  const see = db.prepare<[number]>('INSERT OR IGNORE INTO instrument_seen (key) VALUES (?)')
  const forget = db.prepare<[number]>('DELETE FROM instrument_seen WHERE key = ?')
  const forgetAll = db.prepare('DELETE FROM instrument_seen')
  const count = (sql: string) => db.prepare<[], number>(sql).pluck()
  const seen = count('SELECT count(*) FROM instrument_seen')
  const listed = count('SELECT count(*) FROM instrument WHERE gone_at IS NULL')
  const selectMissing = db
    .prepare<[], number>(
      'SELECT key FROM instrument WHERE gone_at IS NULL AND key NOT IN (SELECT key FROM instrument_seen)',
    )
    .pluck()
  const markGone = db.prepare<[number, string]>(
    'UPDATE instrument SET gone_at = ? WHERE key IN (SELECT value FROM json_each(?))',
  )

  const read = (): DownloadProgress & { readonly malformed: number } => {
    const row = select.get() ?? {}
    return {
      startedAt: integerOrNull(row, 'started_at'),
      cursor: textOrNull(row, 'cursor'),
      received: integer(row, 'received_count'),
      malformed: integer(row, 'malformed_count'),
      endedAt: integerOrNull(row, 'ended_at'),
      wholeAt: integerOrNull(row, 'whole_at'),
    }
  }

  return {
    read,
    /** Starts at the first page, even if a download is in progress. */
    begin: (at: number): void =>
      transact(db, () => {
        forgetAll.run()
        begin.run(at)
      }),
    /** Cancels the current download: the next one starts at the first page. */
    abandon: (): void => void transact(db, () => abandon.run()),
    // Call the next three functions inside the transaction that writes the same rows.
    see: (key: number): void => void see.run(key),
    forget: (key: number): void => void forget.run(key),
    advance: (cursor: string | null, received: number, malformed: number): void =>
      void advance.run(cursor, received, malformed),
    /**
     * Ends the download and marks the listed rows that it did not receive as gone. Returns the number of marked rows. It
     * marks none if the list may be truncated: if it received less than half of the listed rows, or if no more rows are
     * missing than were malformed.
     */
    end(at: number, isComplete: boolean): number {
      const [seenCount, listedCount] = [seen.get() ?? 0, listed.get() ?? 0]
      const isTrusted = isComplete && seenCount * 2 >= listedCount && listedCount - seenCount > read().malformed
      // Selected before the transaction, because other writers wait for its end.
      const missing = isTrusted ? selectMissing.all() : []
      return transact(db, () => {
        if (missing.length > 0) markGone.run(at, JSON.stringify(missing))
        forgetAll.run()
        end.run(at, isComplete ? at : null)
        return missing.length
      })
    },
  }
}
