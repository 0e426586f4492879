import { dayMs } from '#shared/durations.ts'
import { readPair } from '../../insight/currency/pair.ts'
import type { QuoteLine } from '../../insight/history/past-prices.ts'
import { parseUnits } from '../../insight/lots/units.ts'
import type { RecordedQuotes } from '../../journal/recorded/quotes.ts'
import { Memo } from '../memo.ts'
import type { RateLine } from '../reading/income/past-rates.ts'

type Quotes = Pick<RecordedQuotes, 'symbols' | 'lines'>

/** The recorded prices of the journal, read once a UTC day, because past prices do not change. Times in UTC ms. */
export class RecordedPrices {
  readonly #open: () => Quotes
  readonly #lines = new Memo<Promise<ReadonlyMap<string, QuoteLine>>>()
  readonly #rates = new Memo<Promise<readonly RateLine[]>>()

  /** `open` is called for each reading. */
  constructor(open: () => Quotes) {
    this.#open = open
  }

  /** The last price of each day before that of `now`, of all instruments. */
  lines(now: number): Promise<ReadonlyMap<string, QuoteLine>> {
    const day = Math.floor(now / dayMs)
    return this.#lines.read(String(day), async () => {
      const lines = await this.#read(day, () => true)
      return new Map(
        lines.map(({ symbol, points }) => [
          symbol,
          points.map(({ at, last }) => ({ at, price: parseUnits(last) ?? 0n })),
        ]),
      )
    })
  }

  /** The same of currency instruments. */
  rates(now: number): Promise<readonly RateLine[]> {
    const day = Math.floor(now / dayMs)
    return this.#rates.read(String(day), () => this.#read(day, isRate))
  }

  #read(day: number, isWanted: (symbol: string) => boolean): Promise<readonly RateLine[]> {
    const quotes = this.#open()
    return quotes.lines(quotes.symbols().filter(isWanted), 0, day * dayMs, day)
  }
}

/** Whether the ticker of a symbol names two currencies. */
const isRate = (symbol: string): boolean =>
  readPair({ symbol, ticker: symbol.split('@')[0] ?? '', name: '' }, null) !== null
