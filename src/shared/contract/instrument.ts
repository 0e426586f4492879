import { z } from 'zod'
import {
  InstrumentBook,
  InstrumentConstituents,
  InstrumentPart,
  InstrumentTrades,
  InstrumentView,
  OptionChain,
  PricePoint,
} from '../model/instrument-view.ts'
import { AccountId, CalendarDate, Instant, InstrumentSymbol } from '../model/values.ts'
import { QuoteRow } from '../model/watchlist.ts'
import { nothing, request } from './request.ts'

const symbol = InstrumentSymbol
const Chain = z.strictObject({ symbol, root: z.string().max(64).nullable(), expiration: CalendarDate.nullable() })

/** One instrument with all its parts, from the cache; `instruments.follow` is what makes the service be asked. */
export const instrumentRequests = {
  'instruments.read': request(z.strictObject({ symbol, accountId: AccountId.nullable() }), InstrumentView),
  'instruments.book': request(z.strictObject({ symbol }), InstrumentBook),
  'instruments.trades': request(z.strictObject({ symbol }), InstrumentTrades),
  'instruments.constituents': request(z.strictObject({ symbol }), InstrumentConstituents),
  'instruments.chain': request(Chain, OptionChain),
  /** Prices recorded by this computer, oldest first, thinned to what a chart can show. */
  'instruments.prices': request(z.strictObject({ symbol, from: Instant }), z.array(PricePoint)),
  /**
   * What a window shows of one instrument: repeated while it shows it, forgotten 45 s after the last word. Parts that are
   * absent or too old are asked for; book and trades again and again while `isVisible`. `again` reads the parts now.
   */
  'instruments.follow': request(
    z.strictObject({
      viewId: z.string().min(1).max(64),
      symbol,
      accountId: AccountId.nullable(),
      parts: z.array(InstrumentPart).max(10),
      chain: Chain.omit({ symbol: true }).nullable(),
      isVisible: z.boolean(),
      again: z.boolean(),
    }),
    nothing,
  ),
  /** Quotes of any symbols, as the cache has them. What is to be refreshed is told by `attention.set`. */
  'quotes.list': request(z.strictObject({ symbols: z.array(symbol).max(500) }), z.array(QuoteRow)),
}
