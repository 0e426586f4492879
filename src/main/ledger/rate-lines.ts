import { dayMs } from '#shared/durations.ts'
import { readPair } from '../insight/currency/pair.ts'
import type { RecordedQuotes } from '../journal/recorded/quotes.ts'
import type { RateLine } from './reading/income/past-rates.ts'

/** The recorded prices of currency instruments. They are read once a day, because past prices do not change. */
export class RateLines {
  readonly #quotes: Pick<RecordedQuotes, 'symbols' | 'lines'>
  #known: { readonly day: number; readonly lines: Promise<readonly RateLine[]> } | null = null

  constructor(quotes: Pick<RecordedQuotes, 'symbols' | 'lines'>) {
    this.#quotes = quotes
  }

  /** The last price of each UTC day before that of `now` (UTC ms). */
  read(now: number): Promise<readonly RateLine[]> {
    const day = Math.floor(now / dayMs)
    if (this.#known?.day !== day) {
      const symbols = this.#quotes.symbols().filter(isRate)
      this.#known = { day, lines: this.#quotes.lines(symbols, 0, day * dayMs, day) }
    }
    return this.#known.lines
  }
}

/** Whether the ticker of a symbol names two currencies. */
const isRate = (symbol: string): boolean =>
  readPair({ symbol, ticker: symbol.split('@')[0] ?? '', name: '' }, null) !== null
