import { bondEventsOf, dividendsOf, futureSplitsOf, type DatedEvent } from '../../catalog/corporate-events.ts'
import { dayAt, type Day } from '../../values/day.ts'
import { wireDate, wireDecimal } from '../../values/wire.ts'
import { checkSymbol, dateOf, instrumentOf, integerOf } from './inputs.ts'
import { Refusal, type Call, type Route } from './route.ts'

const defaultLimit = 50
const maxLimit = 200

/** Corporate events, paged by offset. */
export const eventRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/bonds/past',
    handle: (call) => {
      const symbol = call.query.get('symbol') ?? ''
      const instrument = symbol === '' ? undefined : call.world.market.catalog.find(checkSymbol(symbol))
      const found = instrument === undefined ? [] : bondEventsOf(instrument, knownUntil(call))
      const { items, ...page } = pageOf(call, within(call, found))
      // Like the real service, `total` is only the length of this page.
      return { symbol, pagination: { ...page, total: items.length }, events: items }
    },
  },
  {
    method: 'GET',
    path: '/v1/past-dividends',
    handle: (call) => {
      const instrument = instrumentOf(call, call.query.get('symbol') ?? '', 400)
      const { market, clock } = call.world
      const found = dividendsOf(market.seed, instrument, dayAt(clock.now())).map(({ day, amount, currency }) => ({
        day,
        message: { date: wireDate(day), amount: wireDecimal(amount), currency },
      }))
      const { items, ...pagination } = pageOf(call, within(call, found))
      return { pagination, dividends: items }
    },
  },
  {
    method: 'GET',
    path: '/v1/splits/future',
    handle: (call) => {
      const symbol = call.query.get('symbol') ?? ''
      const found = symbol === '' ? [] : futureSplitsOf(checkSymbol(symbol), dayAt(call.world.clock.now()))
      const { items, ...pagination } = pageOf(call, found)
      return { symbol, pagination, splits: items }
    },
  },
]

/** Events of bonds are known half a year ahead; those after today are listed only if the request includes them. */
const knownAheadDays = 183

function knownUntil(call: Call): Day {
  const today = dayAt(call.world.clock.now())
  return Math.max(today, Math.min(dateOf(call, 'date_to') ?? today, today + knownAheadDays))
}

/** Both ends of the dates are inclusive. */
export function within(call: Call, events: readonly DatedEvent[]): readonly DatedEvent[] {
  const from = dateOf(call, 'date_from') ?? -Infinity
  const to = dateOf(call, 'date_to') ?? Infinity
  if (from > to) throw new Refusal(400, 'The interval is not valid')
  return events.filter(({ day }) => day >= from && day <= to)
}

/** The page that a request asks for. */
export function pageOf(call: Call, events: readonly DatedEvent[]) {
  const direction = call.query.get('sort_direction') || 'DESC'
  if (direction !== 'ASC' && direction !== 'DESC') throw new Refusal(400, 'sort_direction is not valid')
  const limit = Math.min(integerOf(call, 'limit') || defaultLimit, maxLimit)
  const offset = integerOf(call, 'offset') ?? 0
  const sorted = [...events].sort((a, b) => (direction === 'ASC' ? a.day - b.day : b.day - a.day))
  return {
    total: sorted.length,
    limit,
    offset,
    has_next: offset + limit < sorted.length,
    items: sorted.slice(offset, offset + limit).map(({ message }) => message),
  }
}
