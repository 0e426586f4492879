import type { BondEvent, Dividend, Split } from '#shared/model/instrument.ts'
import type { CalendarDate } from '#shared/model/values.ts'
import type { Db } from '../../sqlite/db.ts'
import { integer, text, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'
import { createMeantEvents, createRepayments, type CorporateEvent } from './meant-events.ts'

type Kind = CorporateEvent['kind']

/**
 * Dividends, bond events and splits as last read, per instrument and kind. If the events of an instrument have changed,
 * `noteChange` is called inside the same transaction.
 */
export function createCorporateEvents(db: Db, noteChange: (symbol: string) => void = () => undefined) {
  const selectRead = db.prepare<[string, string], Row>(
    'SELECT fetched_at FROM corporate_event_read WHERE symbol = ? AND kind = ?',
  )
  const selectOutdated = db
    .prepare<[string, string], number>('SELECT is_outdated FROM corporate_event_read WHERE symbol = ? AND kind = ?')
    .pluck()
  const selectOfKind = db
    .prepare<[string, string], string>(
      'SELECT data FROM corporate_event WHERE symbol = ? AND kind = ? ORDER BY ordinal',
    )
    .pluck()
  const selectUnreadPayers = db.prepare<[number, number], Row>(
    `SELECT DISTINCT subject.symbol, subject.instrument_type AS type FROM transaction_subject subject
     WHERE subject.symbol <> '' AND subject.instrument_type IN ('BONDS', 'EQUITIES', 'FUNDS') AND NOT EXISTS (
       SELECT 1 FROM corporate_event_read r
       WHERE r.symbol = subject.symbol AND r.kind = iif(subject.instrument_type = 'BONDS', 'bond', 'dividend') AND r.fetched_at > ? AND r.is_outdated = 0)
     LIMIT ?`,
  )
  const selectUntyped = db
    .prepare<[number], string>(
      `SELECT DISTINCT symbol FROM transaction_subject subject
       WHERE symbol <> '' AND instrument_type IS NULL
         AND NOT EXISTS (SELECT 1 FROM instrument_details d WHERE d.symbol = subject.symbol) LIMIT ?`,
    )
    .pluck()
  const remove = db.prepare<[string, string]>('DELETE FROM corporate_event_read WHERE symbol = ? AND kind = ?')
  const insertRead = db.prepare<[string, string, number]>(
    'INSERT INTO corporate_event_read (symbol, kind, fetched_at) VALUES (?, ?, ?)',
  )
  const insert = db.prepare<[string, string, number, string | null, string]>(
    'INSERT INTO corporate_event (symbol, kind, ordinal, date, data) VALUES (?, ?, ?, ?, ?)',
  )

  const replace = <T>(
    symbol: string,
    kind: Kind,
    events: readonly T[],
    dateOf: (event: T) => CalendarDate | null,
    fetchedAt: number,
  ) =>
    transact(db, () => {
      const before = selectOfKind.all(symbol, kind)
      remove.run(symbol, kind)
      insertRead.run(symbol, kind, fetchedAt)
      for (const [ordinal, event] of events.entries()) {
        insert.run(symbol, kind, ordinal, dateOf(event), JSON.stringify(event))
      }
      const isSame = before.length === events.length && events.every((event, i) => before[i] === JSON.stringify(event))
      if (!isSame) noteChange(symbol)
    })

  return {
    replaceDividends: (symbol: string, dividends: readonly Dividend[], fetchedAt: number): void =>
      replace(symbol, 'dividend', dividends, (dividend) => dividend.date, fetchedAt),
    replaceBondEvents: (symbol: string, events: readonly BondEvent[], fetchedAt: number): void =>
      replace(symbol, 'bond', events, (event) => event.date, fetchedAt),
    replaceSplits: (symbol: string, splits: readonly Split[], fetchedAt: number): void =>
      replace(symbol, 'split', splits, (split) => split.execDate, fetchedAt),
    /** UTC ms of the last response for this kind; null if it was never read, so that the events are unknown. */
    fetchedAt(symbol: string, kind: Kind): number | null {
      const row = selectRead.get(symbol, kind)
      return row === undefined ? null : integer(row, 'fetched_at')
    },
    /** Whether an earlier version read the list, which did not read all of it. */
    isOutdated: (symbol: string, kind: Kind): boolean => selectOutdated.get(symbol, kind) === 1,
    /**
     * Instruments in transactions whose payments were not read after `since` (UTC ms), including instruments held in
     * the past.
     */
    listUnreadPayers: (since: number, limit: number): { symbol: string; type: string }[] =>
      selectUnreadPayers.all(since, limit).map((row) => ({ symbol: text(row, 'symbol'), type: text(row, 'type') })),
    /** Instruments in transactions whose type is not known, because neither list nor reference data have them. */
    listUntyped: (limit: number): string[] => selectUntyped.all(limit),
    /** Events as they are meant: see `createMeantEvents`. */
    list: createMeantEvents(db),
    /** The repayments of face value, as they are meant, by symbol. Much faster than all events: most of them are coupons. */
    listRepayments: createRepayments(db),
  }
}
