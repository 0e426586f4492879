import { z } from 'zod'
import { InstrumentFound, InstrumentListState } from '../model/instrument.ts'
import { Decimal, Instant, InstrumentSymbol, OwnName as name } from '../model/values.ts'
import { PriceLines, QuoteColumns, QuoteRow, ResolvedInput, Watchlist } from '../model/watchlist.ts'
import { nothing, request } from './request.ts'

const id = z.string().min(1).max(64)
const index = z.int().min(0)
/** Accepts more symbols than a list can hold, so that the handler can reject them with a message. */
const symbols = z.array(InstrumentSymbol).max(10_000)
const Listed = z.strictObject({ id, symbol: InstrumentSymbol })

/** Watchlists, their quotes and recorded prices, and the search for instruments. */
export const watchlistRequests = {
  'watchlists.list': request(nothing, z.array(Watchlist)),
  /** Creates a list, optionally with symbols: all of them, or nothing is created. */
  'watchlists.create': request(z.strictObject({ name, symbols: symbols.optional() }), Watchlist),
  /** Copies the symbols and columns to a new list, placed after the original. */
  'watchlists.duplicate': request(z.strictObject({ id, name }), Watchlist),
  'watchlists.rename': request(z.strictObject({ id, name }), nothing),
  'watchlists.remove': request(z.strictObject({ id }), nothing),
  /** Moves the list to `index` among the other lists. */
  'watchlists.move': request(z.strictObject({ id, index }), nothing),
  /** `null` restores the default columns. */
  'watchlists.setColumns': request(z.strictObject({ id, columns: QuoteColumns.nullable() }), nothing),
  'watchlists.addSymbol': request(Listed, nothing),
  /**
   * Adds all symbols or none, at `index` or at the end, to `section` or to that of the row before them. `present` are the symbols
   * that the list already contained.
   */
  'watchlists.addSymbols': request(
    z.strictObject({ id, symbols, index: index.optional(), section: name.nullable().optional() }),
    z.object({ added: z.array(InstrumentSymbol), present: z.array(InstrumentSymbol) }),
  ),
  'watchlists.removeSymbol': request(Listed, nothing),
  /** Moves the symbol to `index`, counted without the symbol itself, to `section` or to that of the row whose place it takes. */
  'watchlists.moveSymbol': request(Listed.extend({ index, section: name.nullable().optional() }), nothing),
  /** Sets the target price of an instrument of the list; `null` removes it. */
  'watchlists.setTarget': request(Listed.extend({ price: Decimal.nullable() }), nothing),
  /**
   * Moves an instrument to the end of a section, which is created if it is new; `null` means the part before the first
   * section.
   */
  'watchlists.setSection': request(Listed.extend({ section: name.nullable() }), nothing),
  /** Renames a section; a `to` of `null` removes it, and its instruments join the section before it. */
  'watchlists.renameSection': request(z.strictObject({ id, section: name, to: name.nullable() }), nothing),
  /** Resolves the symbols, tickers and ISINs in a text. */
  'watchlists.resolve': request(z.strictObject({ text: z.string().max(200_000) }), z.array(ResolvedInput)),
  'watchlists.quotes': request(z.strictObject({ id }), z.array(QuoteRow)),
  /** The recorded prices of each symbol of the list, at most 60 points each. */
  'watchlists.sparklines': request(z.strictObject({ id, from: Instant }), PriceLines),
  /** The recorded prices of one instrument, at most 1,500 points. */
  'quotes.history': request(z.strictObject({ symbol: InstrumentSymbol, from: Instant }), PriceLines),
  'instruments.search': request(
    z.strictObject({ text: z.string().max(200), limit: z.int().min(1).max(100) }),
    z.array(InstrumentFound),
  ),
  'instruments.state': request(nothing, InstrumentListState),
}
