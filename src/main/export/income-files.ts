import ical, { ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { dayMs } from '../../shared/durations.ts'
import type { IncomeRow } from '../../shared/model/ledger/income.ts'
import type { IncomeBatches } from './income-csv.ts'

const kindWords: Readonly<Record<IncomeRow['kind'], string>> = {
  dividend: 'Dividend',
  coupon: 'Coupon',
  amortization: 'Amortization',
  redemption: 'Redemption',
  offer: 'Offer',
  split: 'Split',
  other: 'Income',
}

/** The library keeps its events: with many at once they take gigabytes. */
const eventsInPart = 500

/**
 * Events of whole days as an iCalendar file (RFC 5545), in parts as the rows come. The same event has the same id in each export,
 * so that a calendar replaces it.
 */
export async function* formatIncomeCalendar(batches: IncomeBatches, now: number): AsyncGenerator<string> {
  const idOf = createIds()
  const { head, foot } = divide(calendarOf([], now))
  yield head
  for await (const rows of batches) {
    for (let first = 0; first < rows.length; first += eventsInPart) {
      const part = rows.slice(first, first + eventsInPart).map((row) => [idOf(row), row] as const)
      yield divide(calendarOf(part, now)).events
    }
  }
  yield foot
}

const footLine = 'END:VCALENDAR'

/** A calendar in what stands before its events, the events, and the line after them. */
function divide(calendar: string): { head: string; events: string; foot: string } {
  const foot = calendar.lastIndexOf(footLine)
  const first = calendar.indexOf('BEGIN:VEVENT')
  const begin = first === -1 ? foot : first
  return { head: calendar.slice(0, begin), events: calendar.slice(begin, foot), foot: calendar.slice(foot) }
}

function calendarOf(rows: readonly (readonly [id: string, row: IncomeRow])[], now: number): string {
  const calendar = ical({ name: 'Income', prodId: { company: 'Tidemark', product: 'Income', language: 'EN' } })
  for (const [id, row] of rows) {
    calendar.createEvent({
      id,
      start: dayOf(row.endsOn ?? row.date),
      end: new Date(dayOf(row.endsOn ?? row.date).getTime() + dayMs),
      allDay: true,
      stamp: new Date(now),
      summary: `${kindWords[row.kind]}: ${row.name ?? (row.symbol || 'no instrument')} (${row.state})`,
      description: describe(row),
      status: row.state === 'projected' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
      transparency: ICalEventTransparency.TRANSPARENT,
      categories: [{ name: row.kind }, { name: row.state }],
    })
  }
  return calendar.toString()
}

/** Midnight UTC: the library writes a whole day without a time zone by its UTC date. */
const dayOf = (date: string): Date => new Date(`${date}T00:00:00Z`)

function describe({ accountId, symbol, expected, gross, tax, net, currency, rule }: IncomeRow): string {
  const range =
    expected === null || expected.low === expected.high ? expected?.low : `${expected.low} to ${expected.high}`
  return [
    `Account ${accountId}${symbol === '' ? '' : `, ${symbol}`}`,
    expected === null ? 'Expected: not known' : `Expected: ${range} ${expected.currency}`,
    ...(gross === null ? [] : [`Received: ${gross} ${currency}, tax ${tax ?? 'not known'}, net ${net ?? 'not known'}`]),
    rule,
  ].join('\n')
}

/** Ids from what an event is; equal ones are counted. Events come by date, so that those of one day are all that is kept. */
function createIds(): (row: IncomeRow) => string {
  const counts = new Map<string, number>()
  let day = ''
  return (row) => {
    if (row.date !== day) counts.clear()
    day = row.date
    const key = [row.accountId, row.symbol, row.kind, row.date].map(encodeURIComponent).join('_')
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return `${key}${count === 1 ? '' : `_${count}`}@tidemark`
  }
}
