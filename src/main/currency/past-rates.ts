import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import type { Conversion } from '../insight/currency/convert.ts'
import type { RateBook } from '../insight/currency/rate-book.ts'
import type { Prices } from '../insight/currency/rate.ts'
import type { RateTrade } from '../insight/history/past-price.ts'
import type { Journal } from '../journal/journal.ts'
import { recordedPrices } from './read-rates.ts'

/**
 * Past rates from recorded quotes and from the user's own trades of the rate instruments. They are looked up once for
 * each minute of the last day and once for each hour before it, at its start, so that no rate is later than the time it
 * is used for.
 */
export function pastRates(
  journal: Pick<Journal, 'quotes'>,
  book: RateBook,
  now: number,
  trades: readonly RateTrade[] = [],
): (at: number) => Conversion {
  const byStart = new Map<number, Conversion>()
  const lines = Map.groupBy(trades, ({ symbol }) => symbol)
  return (at) => {
    const stepMs = at > now - dayMs ? minuteMs : hourMs
    const start = Math.floor(at / stepMs) * stepMs
    const conversion = byStart.get(start) ?? book.at(withTrades(recordedPrices(journal, start), lines, start))
    byStart.set(start, conversion)
    return conversion
  }
}

/**
 * The newer of a recorded quote and an own trade; the quote if both are of the same UTC day. Neither is later than `at`
 * (UTC ms).
 */
function withTrades(quoted: Prices, lines: ReadonlyMap<string, readonly RateTrade[]>, at: number): Prices {
  if (lines.size === 0) return quoted
  return {
    ...quoted,
    priceOf(symbol) {
      const quote = quoted.priceOf(symbol)
      const trade = lines.get(symbol)?.findLast((each) => each.at <= at)
      if (trade === undefined) return quote
      const isNewer = quote === null || Math.floor(quote.at / dayMs) < Math.floor(trade.at / dayMs)
      return isNewer ? { price: trade.price, at: trade.at } : quote
    },
  }
}
