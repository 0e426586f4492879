import { m } from '../../../shared/messages/messages.js'
import { BondEvent, Dividend, Split } from '../../../shared/model/instrument.ts'
import type { CalendarDate } from '../../../shared/model/values.ts'
import type { Db } from '../../sqlite/db.ts'
import { CorruptDatabaseError } from '../../sqlite/errors.ts'
import { integer, json, text, type Row } from '../../sqlite/row.ts'
import { transact } from '../../sqlite/transact.ts'

/** A past or future corporate event of an instrument. */
type CorporateEvent =
  | { readonly symbol: string; readonly kind: 'dividend'; readonly event: Dividend }
  | { readonly symbol: string; readonly kind: 'bond'; readonly event: BondEvent }
  | { readonly symbol: string; readonly kind: 'split'; readonly event: Split }

type Kind = CorporateEvent['kind']

/**
 * Dividends, bond events and splits as last read, per instrument and kind. If the events of an instrument have changed,
 * `noteChange` is called inside the same transaction.
 */
export function createCorporateEvents(db: Db, noteChange: (symbol: string) => void = () => undefined) {
  const ofSymbols = 'FROM corporate_event WHERE symbol IN (SELECT value FROM json_each(?))'
  const selectAll = db.prepare<[string], Row>(
    `SELECT symbol, kind, data ${ofSymbols} ORDER BY date, symbol, kind, ordinal`,
  )
  const selectRepayments = db.prepare<[string], Row>(
    `SELECT symbol, data ${ofSymbols} AND kind = 'bond' AND json_extract(data, '$.amortization') IS NOT NULL`,
  )
  // A date may be only a year, or a year and a month. Only the stated parts are compared.
  const selectUpcoming = db.prepare<[string, string, number], Row>(
    `SELECT symbol, kind, data ${ofSymbols} AND date >= substr(?, 1, length(date))
     ORDER BY date, symbol, kind, ordinal LIMIT ?`,
  )
  const selectRead = db.prepare<[string, string], Row>(
    'SELECT fetched_at FROM corporate_event_read WHERE symbol = ? AND kind = ?',
  )
  const selectOfKind = db
    .prepare<[string, string], string>(
      'SELECT data FROM corporate_event WHERE symbol = ? AND kind = ? ORDER BY ordinal',
    )
    .pluck()
  const selectUnreadPayers = db.prepare<[number, number], Row>(
    `SELECT DISTINCT subject.symbol, subject.instrument_type AS type FROM transaction_subject subject
     WHERE subject.symbol <> '' AND subject.instrument_type IN ('BONDS', 'EQUITIES', 'FUNDS') AND NOT EXISTS (
       SELECT 1 FROM corporate_event_read r
       WHERE r.symbol = subject.symbol AND r.kind = iif(subject.instrument_type = 'BONDS', 'bond', 'dividend') AND r.fetched_at > ?)
     LIMIT ?`,
  )
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
    /**
     * Instruments in transactions whose payments were not read after `since` (UTC ms), including instruments held in
     * the past.
     */
    listUnreadPayers: (since: number, limit: number): { symbol: string; type: string }[] =>
      selectUnreadPayers.all(since, limit).map((row) => ({ symbol: text(row, 'symbol'), type: text(row, 'type') })),
    /** Oldest first; events without a date are first. */
    list: (symbols: readonly string[]): CorporateEvent[] => selectAll.all(JSON.stringify(symbols)).map(read),
    /** The bond events that repay face value, by symbol. Much faster than all events, because most are coupons. */
    listRepayments(symbols: readonly string[]): ReadonlyMap<string, readonly BondEvent[]> {
      const rows = Map.groupBy(selectRepayments.all(JSON.stringify(symbols)), (row) => text(row, 'symbol'))
      return new Map([...rows].map(([symbol, own]) => [symbol, own.map((row) => json(row, 'data', BondEvent))]))
    },
    /** The next events on or after a date, soonest first. */
    listUpcoming: (symbols: readonly string[], from: CalendarDate, limit: number): CorporateEvent[] =>
      selectUpcoming.all(JSON.stringify(symbols), from, Math.max(1, Math.trunc(limit))).map(read),
  }
}

function read(row: Row): CorporateEvent {
  const symbol = text(row, 'symbol')
  const kind = text(row, 'kind')
  if (kind === 'dividend') return { symbol, kind, event: json(row, 'data', Dividend) }
  if (kind === 'bond') return { symbol, kind, event: json(row, 'data', BondEvent) }
  if (kind === 'split') return { symbol, kind, event: json(row, 'data', Split) }
  throw new CorruptDatabaseError(m.cache_a_stored_event_is_of_unknown_kind)
}
