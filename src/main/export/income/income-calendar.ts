import ical, { ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { dayMs } from '../../../shared/durations.ts'
import type { IncomeRow } from '../../../shared/model/ledger/income.ts'

const kindWords: Readonly<Record<IncomeRow['kind'], string>> = {
  dividend: 'Dividend',
  coupon: 'Coupon',
  amortization: 'Amortization',
  redemption: 'Redemption',
  offer: 'Offer',
  split: 'Split',
  other: 'Income',
}

/** Events of whole days as an iCalendar file (RFC 5545). The same event has the same id in each export, so that a calendar replaces it. */
export function formatIncomeCalendar(rows: readonly IncomeRow[], now: number): string {
  const calendar = ical({ name: 'Income', prodId: { company: 'Tidemark', product: 'Income', language: 'EN' } })
  for (const [id, row] of withIds(rows)) {
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

/** Ids from what an event is; equal ones are counted. */
function withIds(rows: readonly IncomeRow[]): (readonly [string, IncomeRow])[] {
  const counts = new Map<string, number>()
  return rows.map((row) => {
    const key = [row.accountId, row.symbol, row.kind, row.date].map(encodeURIComponent).join('_')
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return [`${key}${count === 1 ? '' : `_${count}`}@tidemark`, row]
  })
}
