import { z } from 'zod'
import { InstrumentFound, InstrumentListState } from '../model/instrument.ts'
import { InstrumentSymbol } from '../model/values.ts'
import { QuoteRow, Watchlist } from '../model/watchlist.ts'
import { nothing, request } from './request.ts'

const id = z.string().min(1).max(64)
const name = z.string().trim().min(1).max(80)
const Listed = z.strictObject({ id, symbol: InstrumentSymbol })

/** Watchlists and the search that fills them. */
export const watchlistRequests = {
  'watchlists.list': request(nothing, z.array(Watchlist)),
  'watchlists.create': request(z.strictObject({ name }), Watchlist),
  'watchlists.rename': request(z.strictObject({ id, name }), nothing),
  'watchlists.remove': request(z.strictObject({ id }), nothing),
  'watchlists.addSymbol': request(Listed, nothing),
  'watchlists.removeSymbol': request(Listed, nothing),
  /** Puts the symbol at `index` of the list as it is after taking it out. */
  'watchlists.moveSymbol': request(Listed.extend({ index: z.int().min(0) }), nothing),
  'watchlists.quotes': request(z.strictObject({ id }), z.array(QuoteRow)),
  'instruments.search': request(
    z.strictObject({ text: z.string().max(200), limit: z.int().min(1).max(100) }),
    z.array(InstrumentFound),
  ),
  'instruments.state': request(nothing, InstrumentListState),
}
