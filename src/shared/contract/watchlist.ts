import { z } from 'zod'
import { InstrumentFound, InstrumentListState } from '../model/instrument.ts'
import { Instant, InstrumentSymbol } from '../model/values.ts'
import { PriceLines, QuoteColumns, QuoteRow, ResolvedInput, Watchlist } from '../model/watchlist.ts'
import { nothing, request } from './request.ts'

const id = z.string().min(1).max(64)
const name = z.string().trim().min(1).max(80)
const index = z.int().min(0)
/** More than a list holds may be asked for, to be refused in words. */
const symbols = z.array(InstrumentSymbol).max(10_000)
const Listed = z.strictObject({ id, symbol: InstrumentSymbol })

/** Watchlists, what fills them, and what they show. */
export const watchlistRequests = {
  'watchlists.list': request(nothing, z.array(Watchlist)),
  /** With symbols it begins with these, all or none. */
  'watchlists.create': request(z.strictObject({ name, symbols: symbols.optional() }), Watchlist),
  /** The same symbols and columns under another name, behind the list itself. */
  'watchlists.duplicate': request(z.strictObject({ id, name }), Watchlist),
  'watchlists.rename': request(z.strictObject({ id, name }), nothing),
  'watchlists.remove': request(z.strictObject({ id }), nothing),
  /** Puts the list at `index` of the others. */
  'watchlists.move': request(z.strictObject({ id, index }), nothing),
  /** `null` goes back to what every list shows at first. */
  'watchlists.setColumns': request(z.strictObject({ id, columns: QuoteColumns.nullable() }), nothing),
  'watchlists.addSymbol': request(Listed, nothing),
  /** All or none, at the end or from `index` on; says which were there already. */
  'watchlists.addSymbols': request(
    z.strictObject({ id, symbols, index: index.optional() }),
    z.object({ added: z.array(InstrumentSymbol), present: z.array(InstrumentSymbol) }),
  ),
  'watchlists.removeSymbol': request(Listed, nothing),
  /** Puts the symbol at `index` of the list as it is after taking it out. */
  'watchlists.moveSymbol': request(Listed.extend({ index }), nothing),
  /** What the names in any text mean: symbols, tickers and ISINs. */
  'watchlists.resolve': request(z.strictObject({ text: z.string().max(200_000) }), z.array(ResolvedInput)),
  'watchlists.quotes': request(z.strictObject({ id }), z.array(QuoteRow)),
  /** A line for each symbol of the list, of 60 points at most. */
  'watchlists.sparklines': request(z.strictObject({ id, from: Instant }), PriceLines),
  /** Recorded prices of one instrument, 1,500 points at most. */
  'quotes.history': request(z.strictObject({ symbol: InstrumentSymbol, from: Instant }), PriceLines),
  'instruments.search': request(
    z.strictObject({ text: z.string().max(200), limit: z.int().min(1).max(100) }),
    z.array(InstrumentFound),
  ),
  'instruments.state': request(nothing, InstrumentListState),
}
