import type { Db } from '../../sqlite/db.ts'
import { integer, integerOrNull, textOrNull, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'

/** Progress of downloading the whole list. Times in UTC ms; null means "never" or "none". */
export interface InstrumentWalk {
  /** Start of the current walk. */
  readonly startedAt: number | null
  /** Where the current walk continues; null at its beginning. */
  readonly cursor: string | null
  /** Rows that the current walk, or else the last one, has received. */
  readonly received: number
  /** When the last walk ended, whole or not. */
  readonly endedAt: number | null
  /** When the list was last read to its end. */
  readonly wholeAt: number | null
}

/** The walk through the list of all instruments: its place, and the instruments it has met. */
export function createInstrumentWalk(db: Db) {
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

  const read = (): InstrumentWalk & { readonly malformed: number } => {
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
    /** Starts at the first page, even if a walk is in progress. */
    begin: (at: number): void =>
      transact(db, () => {
        forgetAll.run()
        begin.run(at)
      }),
    /** Cancels the current walk: the next one starts at the first page. */
    abandon: (): void => void transact(db, () => abandon.run()),
    // Call these three inside the transaction of the rows they belong to.
    see: (key: number): void => void see.run(key),
    forget: (key: number): void => void forget.run(key),
    advance: (cursor: string | null, received: number, malformed: number): void =>
      void advance.run(cursor, received, malformed),
    /**
     * Ends the walk; returns how many rows it marked as gone. None where the list may be truncated: it met less than half
     * of the listed rows, or as few rows are missing as there were malformed rows.
     */
    end(at: number, isWhole: boolean): number {
      const [met, all] = [seen.get() ?? 0, listed.get() ?? 0]
      const isTrusted = isWhole && met * 2 >= all && all - met > read().malformed
      // Selected before the transaction, for which others wait.
      const missing = isTrusted ? selectMissing.all() : []
      return transact(db, () => {
        if (missing.length > 0) markGone.run(at, JSON.stringify(missing))
        forgetAll.run()
        end.run(at, isWhole ? at : null)
        return missing.length
      })
    },
  }
}
