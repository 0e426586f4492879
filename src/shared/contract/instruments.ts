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

/** One instrument with all its parts, from the cache. Only `instruments.follow` causes requests to the service. */
export const instrumentRequests = {
  'instruments.read': request(z.strictObject({ symbol, accountId: AccountId.nullable() }), InstrumentView),
  'instruments.book': request(z.strictObject({ symbol }), InstrumentBook),
  'instruments.trades': request(z.strictObject({ symbol }), InstrumentTrades),
  'instruments.constituents': request(z.strictObject({ symbol }), InstrumentConstituents),
  'instruments.chain': request(Chain, OptionChain),
  /** Prices recorded on this computer, oldest first, reduced to the resolution of a chart. */
  'instruments.prices': request(z.strictObject({ symbol, from: Instant }), z.array(PricePoint)),
  /**
   * Reports the parts of an instrument that a window shows. The window repeats it; the host forgets it after 45 s. Missing
   * and stale parts are requested from the service; order book and trades repeatedly while `isVisible`. `again` reloads the
   * parts now.
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
  /**
   * Sets the maturity of a bond as the user typed it; `null` removes it. Fails with `invalid` for a text that is not a date of
   * the years 1970 to 2199, and for an instrument that is known not to be a bond.
   */
  'instruments.setMaturity': request(z.strictObject({ symbol, maturesOn: z.string().max(64).nullable() }), nothing),
  /** The quotes of any symbols, from the cache. `attention.set` decides which ones are kept up to date. */
  'quotes.list': request(z.strictObject({ symbols: z.array(symbol).max(500) }), z.array(QuoteRow)),
}
