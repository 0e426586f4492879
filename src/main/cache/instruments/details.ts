import { InstrumentDetails } from '../../../shared/model/instrument.ts'
import type { Db } from '../../sqlite/db.ts'
import { integer, json, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'
import { createSubjects } from '../transactions/dictionary/subjects.ts'

interface StoredInstrumentDetails {
  readonly details: InstrumentDetails
  /** UTC ms. */
  readonly fetchedAt: number
}

/** The full reference data of the instruments that were looked at or held. */
export function createInstrumentDetails(db: Db) {
  const subjects = createSubjects(db)
  const selectMany = db.prepare<[string], Row>(
    'SELECT data, fetched_at FROM instrument_details WHERE symbol IN (SELECT value FROM json_each(?))',
  )
  const selectTime = db.prepare<[string], Row>('SELECT fetched_at FROM instrument_details WHERE symbol = ?')
  const put = db.prepare<[string, string, number]>(
    `INSERT INTO instrument_details (symbol, data, fetched_at) VALUES (?, ?, ?)
     ON CONFLICT (symbol) DO UPDATE SET data = excluded.data, fetched_at = excluded.fetched_at`,
  )
  const getMany = (symbols: readonly string[]): StoredInstrumentDetails[] =>
    selectMany.all(JSON.stringify(symbols)).map(read)
  return {
    getMany,
    get: (symbol: string): StoredInstrumentDetails | null => getMany([symbol])[0] ?? null,
    /** When it was last read (UTC ms); `null` where it never was. */
    fetchedAt(symbol: string): number | null {
      const row = selectTime.get(symbol)
      return row === undefined ? null : integer(row, 'fetched_at')
    },
    put(details: InstrumentDetails, fetchedAt: number): void {
      transact(db, () => {
        put.run(details.symbol, JSON.stringify(details), fetchedAt)
        subjects.renameInstrument(details.symbol)
      })
    },
  }
}

const read = (row: Row): StoredInstrumentDetails => ({
  details: json(row, 'data', InstrumentDetails),
  fetchedAt: integer(row, 'fetched_at'),
})
