import { sign, type Decimal } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { BondEvent, Dividend, Split } from '#shared/model/instrument.ts'
import type { CalendarDate } from '#shared/model/values.ts'
import type { Format } from '#shared/text/format.ts'
import { titleOf } from '../../lib/words/service-names.ts'
import { eventKey } from './received.ts'

/** A dividend, bond event or split as a line of a list. */
export interface EventLine {
  readonly date: CalendarDate | null
  readonly title: string
  /** The payment per piece; `null` if it is not reported. */
  readonly amount: Decimal | null
  readonly currency: string
  readonly note: string
  /** The key of its receipt; `null` if the event pays nothing by itself. */
  readonly receiptKey: string | null
}

/** Upcoming events with the nearest first, past events with the latest first, and events without a date. */
export interface EventSplit {
  readonly upcoming: readonly EventLine[]
  readonly past: readonly EventLine[]
  readonly undated: readonly EventLine[]
}

/** Splits the events at today's local date. An event with only a month or a year is upcoming until that period is over. */
export function splitAtToday(lines: readonly EventLine[], now: number): EventSplit {
  const today = localDate(now)
  const dated = lines
    .flatMap((line) => (line.date === null ? [] : [{ line, date: line.date }]))
    .sort((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)))
  const isUpcoming = ({ date }: { readonly date: CalendarDate }) => date >= today.slice(0, date.length)
  return {
    upcoming: dated.filter(isUpcoming).map(({ line }) => line),
    past: dated
      .filter((entry) => !isUpcoming(entry))
      .reverse()
      .map(({ line }) => line),
    undated: lines.filter(({ date }) => date === null),
  }
}

function localDate(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Dividends as lines. */
export const dividendLines = (dividends: readonly Dividend[]): readonly EventLine[] =>
  dividends.map(({ date, amount, currency }) => ({
    date,
    title: m.income_dividend(),
    amount,
    currency,
    note: '',
    receiptKey: eventKey('dividend', date),
  }))

/** Coupons, amortizations and offers as lines, with their other details as a note. */
export const bondEventLines = (events: readonly BondEvent[], format: Format): readonly EventLine[] =>
  events.map((event) => ({
    date: event.date,
    title:
      (event.offer?.offerType && m.instrument_reference_type_offer({ type: titleOf(event.offer.offerType, '', '') })) ||
      titleOf(event.type, m.instrument_reference_event()),
    amount: event.value ?? event.offer?.price ?? null,
    currency: event.currency,
    note: bondNote(event, format),
    receiptKey: bondReceiptKey(event),
  }))

function bondReceiptKey({ type, date, amortization }: BondEvent): string | null {
  if (type === 'COUPON') return eventKey('coupon', date)
  if (type !== 'AMORTIZATION') return null
  const isLast = amortization?.newFaceValue != null && sign(amortization.newFaceValue) === 0
  return eventKey(isLast ? 'redemption' : 'amortization', date)
}

function bondNote({ coupon, amortization, offer }: BondEvent, format: Format): string {
  const notes: string[] = []
  if (coupon?.valuePercent)
    notes.push(m.instrument_reference_percent({ percent: format.quantity(coupon.valuePercent) }))
  if (coupon?.recordDate) notes.push(m.instrument_reference_record_date({ date: format.date(coupon.recordDate) }))
  if (amortization?.percent)
    notes.push(m.instrument_reference_percent_of_face({ percent: format.quantity(amortization.percent) }))
  if (amortization?.newFaceValue)
    notes.push(m.instrument_reference_remaining_face_value({ amount: format.quantity(amortization.newFaceValue) }))
  if (offer?.startDate || offer?.endDate) notes.push(`${format.date(offer.startDate)} – ${format.date(offer.endDate)}`)
  if (offer?.agent) notes.push(offer.agent)
  return notes.join(' · ')
}

/** Splits as lines; the ratio is the text, and there is no amount. */
export const splitLines = (splits: readonly Split[], format: Format): readonly EventLine[] =>
  splits.map(({ execDate, oldRatio, newRatio, newLot, conversionType }) => ({
    date: execDate,
    title: m.alerts_new_ratio_for_old_ratio({
      newRatio: format.quantity(newRatio),
      oldRatio: format.quantity(oldRatio),
    }),
    amount: null,
    currency: '',
    receiptKey: null,
    note: [titleOf(conversionType, ''), newLot === null ? '' : m.instrument_reference_new_lot({ count: newLot })]
      .filter(Boolean)
      .join(' · '),
  }))
