import { RateBook } from '#main/insight/currency/rate-book.ts'
import type { RateChoice } from '#shared/model/currency.ts'
import { d, makeDetails } from '../make.ts'

interface Listed {
  readonly price?: string | null
  readonly name?: string
  readonly at?: number
  /** The quote currency of the reference data; `null` if they have not been read. */
  readonly quoteCurrency?: string | null
}

/**
 * Makes a book of rates to `target` from instruments with their prices. With `price: null` the quote has no price;
 * without `price` no quote has been read.
 */
export function makeBook(
  target: string,
  listed: Readonly<Record<string, Listed>>,
  choices: Readonly<Record<string, RateChoice>> = {},
  refused: readonly string[] = [],
): RateBook {
  const instruments = Object.entries(listed).map(([symbol, { name = '' }]) => ({
    symbol,
    ticker: symbol.split('@')[0] ?? '',
    name,
  }))
  return new RateBook({
    target,
    instruments,
    choices: new Map(Object.entries(choices)),
    detailsOf(symbol) {
      const { quoteCurrency = symbol.replace(/^[A-Z]{3}_?([A-Z]{3}).*$/, '$1'), name = '' } = listed[symbol] ?? {}
      return quoteCurrency === null ? null : makeDetails({ symbol, type: 'CURRENCIES', quoteCurrency, name })
    },
    prices: {
      priceOf(symbol) {
        const { price, at = 1 } = listed[symbol] ?? {}
        return price === undefined ? null : { price: price === null ? null : d(price), at }
      },
      isRefused: (symbol) => refused.includes(symbol),
    },
  })
}
