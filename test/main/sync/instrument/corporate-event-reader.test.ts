import { expect, test } from 'vitest'
import { createCorporateEventReader } from '#main/sync/instrument/corporate-event-reader.ts'
import { AppError } from '#shared/errors.ts'
import type { BondEvent } from '#shared/model/instrument.ts'
import { d } from '../../insight/make.ts'
import { startSync } from '../harness.ts'

const symbol = 'B@X'
const options = { purpose: 'background', signal: new AbortController().signal } as const

const coupon = (date: string): BondEvent => ({
  ...{ date, type: 'COUPON', value: d('1'), currency: 'RUB', coupon: null, amortization: null, offer: null },
})
/** Monthly coupons: more than a page. */
const monthly = (count: number): BondEvent[] =>
  Array.from({ length: count }, (_, month) => coupon(new Date(Date.UTC(2005, month, 3)).toISOString().slice(0, 10)))

interface Query {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}
type Serve = (all: readonly BondEvent[], query: Query) => readonly BondEvent[]

/** As recorded: oldest first, pages by offset, and `has_next` is never true. */
const serve: Serve = (all, { from = '', to = '9', limit = 0, offset = 0 }) =>
  all.filter(({ date }) => date !== null && date >= from && date <= to).slice(offset, offset + limit)

function start(all: readonly BondEvent[], respond: Serve = serve) {
  const sync = startSync()
  sync.broker.responses.listPastBondEvents = (query) => {
    const rows = respond(all, query)
    return { rows, malformed: [], received: rows.length, hasNext: false, isFull: false }
  }
  const read = createCorporateEventReader(sync.context)
  const dates = () => sync.cache.corporateEvents.list([symbol]).map(({ event }) => 'date' in event && event.date)
  const queries = () => sync.broker.calls.map(({ input }) => input as Query)
  return { ...sync, dates, queries, read: () => read('bond', symbol, options) }
}

test('both dates are sent, from long before any purchase to far ahead, and pages go on while they are full', async () => {
  const all = monthly(250)
  const { read, dates, queries } = start(all)
  await read()
  expect(dates()).toEqual(all.map(({ date }) => date))
  expect(queries().map(({ offset }) => offset)).toEqual([0, 100, 200])
  expect(new Set(queries().map(({ from }) => from))).toEqual(new Set(['1990-01-01']))
  expect(queries().every(({ to = '', limit }) => to > '2060' && limit === 100)).toBe(true)
})

test('a short list costs one request', async () => {
  const { read, queries } = start(monthly(24))
  await read()
  expect(queries()).toHaveLength(1)
})

test('where the service ignores the offset, each year is read on its own, and nothing is lost or doubled', async () => {
  const all = monthly(250)
  const { read, dates } = start(all, (events, query) => serve(events, { ...query, offset: 0 }))
  await read()
  expect(dates()).toEqual(all.map(({ date }) => date))
})

test('where the service refuses to continue a full page, each year is read on its own', async () => {
  const all = monthly(250)
  const { read, dates } = start(all, (events, query) => {
    if ((query.offset ?? 0) > 0) throw new AppError('invalid', 'offset')
    return serve(events, query)
  })
  await read()
  expect(dates()).toEqual(all.map(({ date }) => date))
})

test('a year with more than a page of events is halved until its parts fit, also if the last day is excluded', async () => {
  const all = Array.from({ length: 300 }, (_, day) =>
    coupon(new Date(Date.UTC(2020, 0, 1 + day)).toISOString().slice(0, 10)),
  )
  const { read, dates } = start(all, (events, query) =>
    serve(
      events.filter(({ date }) => date !== query.to),
      { ...query, offset: 0 },
    ),
  )
  await read()
  expect(dates()).toEqual(all.map(({ date }) => date))
})

test('a service that refuses dates far ahead is asked up to today', async () => {
  const { read, dates, queries } = start(monthly(3), (events, query) => {
    if ((query.to ?? '') > '2060') throw new AppError('invalid', 'date_to')
    return serve(events, query)
  })
  await read()
  expect(dates()).toHaveLength(3)
  expect(queries()).toHaveLength(2)
})

test('a service that says again and again that there is more is asked twice for a short list', async () => {
  const all = monthly(8)
  const { broker, read, dates, queries } = start(all)
  broker.responses.listPastBondEvents = () => ({
    ...{ rows: all, malformed: [], received: all.length, hasNext: true, isFull: false },
  })
  await read()
  expect(dates()).toEqual(all.map(({ date }) => date))
  expect(queries()).toHaveLength(2)
})

test('a service that sends fewer rows than requested, and says so, is asked for all pages', async () => {
  const all = monthly(120)
  const { broker, read, dates, queries } = start(all)
  broker.responses.listPastBondEvents = (query) => {
    const rows = serve(all, { ...query, limit: 50 })
    return { rows, malformed: [], received: rows.length, hasNext: false, isFull: rows.length === 50 }
  }
  await read()
  expect(dates()).toEqual(all.map(({ date }) => date))
  expect(queries().map(({ offset }) => offset)).toEqual([0, 50, 100])
})

test('an event that comes twice, in a page or at the seam of two pages, is one event', async () => {
  const all = monthly(150)
  const { read, dates } = start(all, (events, { offset = 0, ...query }) =>
    serve(events, { ...query, offset: Math.max(0, offset - 10) }).flatMap((event, index) =>
      index === 0 ? [event, event] : [event],
    ),
  )
  await read()
  expect(dates()).toEqual(all.map(({ date }) => date))
})
