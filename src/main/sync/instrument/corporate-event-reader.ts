import { dayMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import type { CallOptions } from '../../broker/broker.ts'
import type { Inputs } from '../../broker/endpoints.ts'
import { noteMalformed } from '../../cache/tables/malformed-rows.ts'
import { dateOf, dayOf } from '../../insight/events/days.ts'
import type { SyncContext } from '../context.ts'
import { isRefusal } from '../scheduler/job.ts'

/** The rows of one page. Without `limit` the service sends no events. */
const pageSize = 100
const maxPages = 50
/**
 * Without the first date the service sends only the events of a year. No purchase is earlier, and the repayments since the issue
 * give the face value of each day.
 */
const firstDay = dayOf(Date.UTC(1990, 0, 1))
/** Events are requested this number of years ahead. No known bond matures later. */
const yearsAhead = 40

/** The lists of an instrument's events. Each list has its own request. */
export type EventKind = 'dividend' | 'bond' | 'split'

interface Page<T> {
  readonly rows: readonly T[]
  readonly malformed: readonly { readonly path: string; readonly reason: string }[]
  readonly received: number
  readonly hasNext: boolean
  readonly isFull: boolean
}

/** Days since 1970, both included. */
interface Days {
  readonly from: number
  readonly to: number
}

/** Requests one page of the events of these days, and counts its malformed rows. */
type RequestPage<T> = (days: Days, offset: number) => Promise<Page<T>>

/**
 * Reads all dividends, bond events or future splits of an instrument into the cache. Throws the errors of the broker;
 * then nothing changes.
 */
export function createCorporateEventReader(context: SyncContext) {
  const { broker, cache, clock } = context

  const noting =
    <T>(endpoint: string, request: RequestPage<T>): RequestPage<T> =>
    async (days, offset) => {
      const page = await request(days, offset)
      noteMalformed(context, endpoint, page)
      return page
    }

  /** The query of a page. Both dates are always sent. The order of the response is not reliable. */
  const queryOf = (symbol: string, { from, to }: Days, offset: number): Inputs['listPastBondEvents'] => ({
    symbol,
    direction: 'DESC',
    limit: pageSize,
    offset,
    from: dateOf(from),
    to: dateOf(to),
  })

  /** Past events, and announced ones where the service sends them. */
  async function readAll<T>(request: RequestPage<T>): Promise<T[]> {
    const farAhead = dayOf(Date.UTC(new Date(clock.now()).getUTCFullYear() + yearsAhead, 11, 31))
    const until = (to: number) => readDays(request, { from: firstDay, to })
    return until(farAhead).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'invalid') throw error
      return until(dayOf(clock.now()))
    })
  }

  const readers: Readonly<Record<EventKind, (symbol: string, options: CallOptions) => Promise<void>>> = {
    async dividend(symbol, options) {
      const request = noting('listPastDividends', (days, offset) =>
        broker.call('listPastDividends', queryOf(symbol, days, offset), options),
      )
      cache.corporateEvents.replaceDividends(symbol, await readAll(request), clock.now())
    },
    async bond(symbol, options) {
      const request = noting('listPastBondEvents', (days, offset) =>
        broker.call('listPastBondEvents', queryOf(symbol, days, offset), options),
      )
      // A bond pays nothing twice on one day: an equal event is the same one.
      const events = new Map((await readAll(request)).map((event) => [JSON.stringify(event), event]))
      cache.corporateEvents.replaceBondEvents(symbol, [...events.values()], clock.now())
    },
    async split(symbol, options) {
      const request = noting('listFutureSplits', (_, offset) =>
        broker.call('listFutureSplits', { symbol, limit: pageSize, offset }, options),
      )
      const { rows } = await readPages(request, { from: firstDay, to: firstDay })
      cache.corporateEvents.replaceSplits(symbol, rows, clock.now())
    },
  }
  return (kind: EventKind, symbol: string, options: CallOptions): Promise<void> => readers[kind](symbol, options)
}

/**
 * Reads pages by offset while they are full and new. `isWhole` is false if a page repeats, or if a full page cannot be
 * continued: the service ignores or refuses the offset.
 */
async function readPages<T>(request: RequestPage<T>, days: Days): Promise<{ rows: T[]; isWhole: boolean }> {
  const rows: T[] = []
  const known = new Set<string>()
  for (let page = 0, offset = 0; page < maxPages; page++) {
    const response = await request(days, offset).catch((error: unknown) => {
      if (page > 0 && isRefusal(error)) return null
      throw error
    })
    if (response === null) return { rows, isWhole: false }
    const { received } = response
    const isFull = received >= pageSize || response.isFull
    const texts = response.rows.map((row) => JSON.stringify(row))
    // A page that is not full has all rows, even if the service says again and again that there are more.
    if (page > 0 && received > 0 && texts.every((text) => known.has(text))) return { rows, isWhole: !isFull }
    rows.push(...response.rows.filter((_, index) => !known.has(texts[index] ?? '')))
    for (const text of texts) known.add(text)
    offset += received
    if (received === 0 || (!isFull && !response.hasNext)) return { rows, isWhole: true }
  }
  return { rows, isWhole: false }
}

/**
 * Reads the events of these days. If the offset does not lead to the next page, each part of the interval is read on its own:
 * each year, then the halves of a year that is still too long. Two days that are too long are kept as they were sent.
 */
async function readDays<T>(request: RequestPage<T>, days: Days): Promise<T[]> {
  const { rows, isWhole } = await readPages(request, days)
  if (isWhole || days.to - days.from <= 1) return rows
  const found: T[] = []
  for (const part of partsOf(days)) {
    const own = await readDays(request, part)
    const before = new Set(found.map((row) => JSON.stringify(row)))
    found.push(...own.filter((row) => !before.has(JSON.stringify(row))))
  }
  return found
}

/** Years, or the halves of a year. Parts share a day, because the service may exclude the last day of an interval. */
function partsOf({ from, to }: Days): Days[] {
  if (to - from <= daysPerYear) {
    const middle = Math.ceil((from + to) / 2)
    return [
      { from, to: middle },
      { from: middle, to },
    ]
  }
  const [first, last] = [yearOf(from), yearOf(to)]
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    from: Math.max(from, dayOf(Date.UTC(first + index, 0, 1))),
    to: Math.min(to, dayOf(Date.UTC(first + index + 1, 0, 1))),
  }))
}
const daysPerYear = 366
const yearOf = (day: number): number => new Date(day * dayMs).getUTCFullYear()
