import { z } from 'zod'
import { TradingSession } from '#shared/model/instrument.ts'
import type { Db } from '../../sqlite/db.ts'
import { integer, json, text, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'

interface StoredSchedule {
  readonly symbol: string
  readonly sessions: readonly TradingSession[]
  /** UTC ms. */
  readonly fetchedAt: number
}

const Sessions = z.array(TradingSession)

/** The trading sessions of instruments, as last read from the service. */
export function createSchedules(db: Db) {
  const selectMany = db.prepare<[string], Row>(
    'SELECT symbol, data, fetched_at FROM schedule WHERE symbol IN (SELECT value FROM json_each(?))',
  )
  const selectTime = db.prepare<[string], Row>('SELECT fetched_at FROM schedule WHERE symbol = ?')
  const put = db.prepare<[string, string, number]>(
    `INSERT INTO schedule (symbol, data, fetched_at) VALUES (?, ?, ?)
     ON CONFLICT (symbol) DO UPDATE SET data = excluded.data, fetched_at = excluded.fetched_at`,
  )
  const getMany = (symbols: readonly string[]): StoredSchedule[] => selectMany.all(JSON.stringify(symbols)).map(read)
  return {
    getMany,
    get: (symbol: string): StoredSchedule | null => getMany([symbol])[0] ?? null,
    /** UTC ms of the last read; `null` if never. */
    fetchedAt(symbol: string): number | null {
      const row = selectTime.get(symbol)
      return row === undefined ? null : integer(row, 'fetched_at')
    },
    put(symbol: string, sessions: readonly TradingSession[], fetchedAt: number): void {
      transact(db, () => put.run(symbol, JSON.stringify(sessions), fetchedAt))
    },
  }
}

const read = (row: Row): StoredSchedule => ({
  symbol: text(row, 'symbol'),
  sessions: json(row, 'data', Sessions),
  fetchedAt: integer(row, 'fetched_at'),
})
