import { z } from 'zod'
import type { BondEvent, Dividend, Split } from '#shared/model/instrument.ts'
import { decodeRows, decodeWhole, mayLackAny, type Rows } from './decode.ts'
import { date, decimal, eventCurrency, faceValue, flag, integer, named, text } from './fields.ts'
import { noteNotStated } from './observed.ts'

/** A page of a list that is read by offset. The `total` of the service is wrong for bonds. */
interface OffsetPage<T> extends Rows<T> {
  /** The number of rows as sent, including malformed ones. The next offset is the current one plus `received`. */
  readonly received: number
  /** The service says that it has more rows. */
  readonly hasNext: boolean
  /** The page is as long as the limit that the service names, so there may be more rows. */
  readonly isFull: boolean
}

const pagination = z.object({ pagination: z.object({ has_next: flag, limit: z.int().nullish() }).nullish() })

function decodePage<T>(json: unknown, name: string, row: z.ZodType<T>): OffsetPage<T> {
  const page = decodeRows(json, name, row, { mayLack: mayLackAny })
  const stated = decodeWhole(pagination, json).pagination
  const received = page.rows.length + page.malformed.length
  const limit = stated?.limit ?? 0
  return { ...page, received, hasNext: stated?.has_next ?? false, isFull: limit > 0 && received >= limit }
}

const coupon = z
  .object({
    record_date: date,
    start_date: date,
    face_value: faceValue('events[*].coupon_details.face_value', { mayBeZero: true }),
    value_percent: decimal,
  })
  .transform((raw) => ({
    recordDate: raw.record_date,
    startDate: raw.start_date,
    faceValue: raw.face_value,
    valuePercent: raw.value_percent,
  }))

const amortization = z
  .object({
    new_face_value: decimal,
    initial_face_value: faceValue('events[*].amortization_details.initial_face_value'),
    amortization_percent: decimal,
  })
  .transform((raw) => ({
    newFaceValue: raw.new_face_value,
    initialFaceValue: raw.initial_face_value,
    percent: raw.amortization_percent,
  }))

const offer = z
  .object({ offer_type: named('offerType'), price: decimal, start_date: date, end_date: date, agent: text })
  .transform((raw) => ({
    offerType: raw.offer_type,
    price: raw.price,
    startDate: raw.start_date,
    endDate: raw.end_date,
    agent: raw.agent,
  }))

const bondEvent: z.ZodType<BondEvent> = z
  .object({
    date,
    type: named('bondEvent'),
    value: decimal,
    currency: eventCurrency,
    coupon_details: coupon.nullish(),
    amortization_details: amortization.nullish(),
    offer_details: offer.nullish(),
  })
  .transform((raw) => ({
    date: raw.date,
    type: raw.type,
    value: raw.value,
    currency: raw.currency,
    coupon: raw.coupon_details ?? null,
    amortization: raw.amortization_details ?? null,
    offer: raw.offer_details ?? null,
  }))

const dividend: z.ZodType<Dividend> = z.object({ date, amount: decimal, currency: eventCurrency }).transform((raw) => {
  noteNotStated({ 'dividends[*].date': raw.date, 'dividends[*].amount': raw.amount })
  return raw
})

const split: z.ZodType<Split> = z
  .object({
    exec_date: date,
    old_ratio: decimal,
    new_ratio: decimal,
    new_lot: integer,
    convertation_type: named('conversionType'),
  })
  .transform((raw) => ({
    execDate: raw.exec_date,
    oldRatio: raw.old_ratio,
    newRatio: raw.new_ratio,
    newLot: raw.new_lot,
    conversionType: raw.convertation_type,
  }))

/** `GET /v1/bonds/past`. */
export const decodeBondEvents = (json: unknown): OffsetPage<BondEvent> => decodePage(json, 'events', bondEvent)
/** `GET /v1/past-dividends`. */
export const decodeDividends = (json: unknown): OffsetPage<Dividend> => decodePage(json, 'dividends', dividend)
/** `GET /v1/splits/future`. */
export const decodeSplits = (json: unknown): OffsetPage<Split> => decodePage(json, 'splits', split)
