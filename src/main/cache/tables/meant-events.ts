import { BondEvent, Dividend, InstrumentDetails, Split } from '#shared/model/instrument.ts'
import { dateOf, dayOf } from '../../insight/events/days.ts'
import { meantBondEvents, meantDividend, unknownTerms } from '../../insight/events/served-events.ts'
import type { Db } from '../../sqlite/db.ts'
import { CorruptDatabaseError } from '../../sqlite/errors.ts'
import { integer, json, text, type Row } from '../../sqlite/row.ts'

/** A past or future corporate event of an instrument. */
export type CorporateEvent =
  | { readonly symbol: string; readonly kind: 'dividend'; readonly event: Dividend }
  | { readonly symbol: string; readonly kind: 'bond'; readonly event: BondEvent }
  | { readonly symbol: string; readonly kind: 'split'; readonly event: Split }

/**
 * Returns the function that reads the events of instruments as they are meant (`meantBondEvents`): the tables keep them as
 * sent, because the reference data that decide their meaning may come later. Oldest first; events without a date are first.
 */
export const createMeantEvents = (db: Db) => createReader(db, 'true')

/** Returns the function that reads only the repayments of face value, as they are meant, by symbol; `null` stands for all. */
export function createRepayments(db: Db) {
  const isRepayment = `kind = 'bond' AND json_extract(data, '$.type') NOT IN ('COUPON', 'OFFER')`
  const read = createReader(db, isRepayment)
  // It reads the whole table, which a replay does once.
  const selectSymbols = () =>
    db.prepare<[], string>(`SELECT DISTINCT symbol FROM corporate_event WHERE ${isRepayment}`).pluck()
  return (symbols: readonly string[] | null): ReadonlyMap<string, readonly BondEvent[]> => {
    const events = read(symbols ?? selectSymbols().all())
    const repayments = events.flatMap(({ symbol, kind, event }) =>
      kind === 'bond' && event.amortization !== null ? [{ symbol, event }] : [],
    )
    const groups = Map.groupBy(repayments, ({ symbol }) => symbol)
    return new Map([...groups].map(([symbol, own]) => [symbol, own.map(({ event }) => event)]))
  }
}

/** `condition`: the events to read, in SQL. */
function createReader(db: Db, condition: string) {
  const ofSymbols = 'symbol IN (SELECT value FROM json_each(?))'
  const select = db.prepare<[string], Row>(
    `SELECT symbol, kind, data FROM corporate_event WHERE ${ofSymbols} AND ${condition} ORDER BY date, symbol, kind, ordinal`,
  )
  const selectTerms = db.prepare<[string], Row>(`SELECT symbol, data FROM instrument_details WHERE ${ofSymbols}`)
  const selectRead = db.prepare<[string], Row>(
    `SELECT symbol, fetched_at FROM corporate_event_read WHERE kind = 'bond' AND ${ofSymbols}`,
  )
  return (symbols: readonly string[]): CorporateEvent[] => {
    const stored = select.all(JSON.stringify(symbols)).map(parse)
    const payers = JSON.stringify([
      ...new Set(stored.flatMap(({ kind, symbol }) => (kind === 'split' ? [] : [symbol]))),
    ])
    const terms = new Map(selectTerms.all(payers).map((row) => [text(row, 'symbol'), json(row, 'data', Terms)]))
    const readOn = new Map(
      selectRead.all(payers).map((row) => [text(row, 'symbol'), dateOf(dayOf(integer(row, 'fetched_at')))]),
    )
    const bonds = stored.flatMap((each) => (each.kind === 'bond' ? [each] : []))
    const meant = new Map(
      [...Map.groupBy(bonds, ({ symbol }) => symbol)].flatMap(([symbol, own]) =>
        meantBondEvents(
          own.map(({ event }) => event),
          terms.get(symbol) ?? unknownTerms,
          readOn.get(symbol) ?? '',
        ).map((event, index): [unknown, BondEvent] => [own[index], event]),
      ),
    )
    return stored.map((each): CorporateEvent => {
      if (each.kind === 'bond') return { ...each, event: meant.get(each) ?? each.event }
      if (each.kind === 'split') return each
      return { ...each, event: meantDividend(each.event, terms.get(each.symbol) ?? unknownTerms) }
    })
  }
}

const Terms = InstrumentDetails.pick({ quoteCurrency: true, faceCurrency: true, faceValue: true })

function parse(row: Row): CorporateEvent {
  const symbol = text(row, 'symbol')
  const kind = text(row, 'kind')
  if (kind === 'dividend') return { symbol, kind, event: json(row, 'data', Dividend) }
  if (kind === 'bond') return { symbol, kind, event: json(row, 'data', BondEvent) }
  if (kind === 'split') return { symbol, kind, event: json(row, 'data', Split) }
  throw new CorruptDatabaseError({ is: 'stored-value', found: 'event-kind' })
}
