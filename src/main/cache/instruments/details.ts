import { InstrumentDetails } from '#shared/model/instrument.ts'
import type { Db } from '../../sqlite/db.ts'
import { flag, integer, json, type Row, text } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'
import { createSubjects } from '../transactions/dictionary/subjects.ts'

interface StoredInstrumentDetails {
  readonly details: InstrumentDetails
  /** UTC ms. */
  readonly fetchedAt: number
  /** An earlier version read it, which lacks some of the fields. */
  readonly isOutdated: boolean
}

/** The maximum number of reference documents in memory. The positions read all of theirs several times a second. */
const maxRemembered = 3_000

/**
 * The full reference data of the instruments that were opened or held. If the data that decide the meaning of an instrument's
 * events have changed, `noteChange` is called inside the same transaction.
 */
export function createInstrumentDetails(db: Db, noteChange: (symbol: string) => void = () => undefined) {
  const subjects = createSubjects(db)
  const remembered = new Map<string, InstrumentDetails>()
  const selectMany = db.prepare<[string], Row>(
    'SELECT data, fetched_at, is_outdated FROM instrument_details WHERE symbol IN (SELECT value FROM json_each(?))',
  )
  const selectTime = db.prepare<[string], Row>('SELECT fetched_at FROM instrument_details WHERE symbol = ?')
  const put = db.prepare<[string, string, number]>(
    `INSERT INTO instrument_details (symbol, data, fetched_at) VALUES (?, ?, ?)
     ON CONFLICT (symbol) DO UPDATE SET data = excluded.data, fetched_at = excluded.fetched_at, is_outdated = 0`,
  )
  const getMany = (symbols: readonly string[]): StoredInstrumentDetails[] =>
    selectMany.all(JSON.stringify(symbols)).map((row) => ({
      details: parse(row),
      fetchedAt: integer(row, 'fetched_at'),
      isOutdated: flag(row, 'is_outdated'),
    }))
  /** Parses the stored text, or returns the remembered result for the same text. */
  function parse(row: Row): InstrumentDetails {
    const data = text(row, 'data')
    const known = remembered.get(data)
    if (known !== undefined) return known
    const details = json(row, 'data', InstrumentDetails)
    if (remembered.size >= maxRemembered) remembered.clear()
    remembered.set(data, details)
    return details
  }
  return {
    getMany,
    get: (symbol: string): StoredInstrumentDetails | null => getMany([symbol])[0] ?? null,
    /** When it was last read (UTC ms); `null` if never. */
    fetchedAt(symbol: string): number | null {
      const row = selectTime.get(symbol)
      return row === undefined ? null : integer(row, 'fetched_at')
    },
    put(details: InstrumentDetails, fetchedAt: number): void {
      transact(db, () => {
        const before = getMany([details.symbol])[0]?.details ?? null
        put.run(details.symbol, JSON.stringify(details), fetchedAt)
        subjects.renameInstrument(details.symbol)
        if (before === null || termsOf(before) !== termsOf(details)) noteChange(details.symbol)
      })
    },
  }
}

const termsOf = ({ quoteCurrency, faceCurrency, faceValue }: InstrumentDetails): string =>
  JSON.stringify([quoteCurrency, faceCurrency, faceValue])
