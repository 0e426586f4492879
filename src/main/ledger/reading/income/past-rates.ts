import type { Cache } from '#main/cache/cache.ts'
import { LedgerRows } from '#main/cache/ledger/ledger-rows.ts'
import type { LedgerDimension } from '#main/cache/ledger/row-statements.ts'
import { readPair, type Pair } from '#main/insight/currency/pair.ts'
import { RateBook } from '#main/insight/currency/rate-book.ts'
import { hubs, type Prices } from '#main/insight/currency/rate.ts'
import { dateOf } from '#main/insight/events/days.ts'
import type { RateOfDay } from '#main/insight/income/other-currency.ts'
import { formatUnits } from '#main/insight/lots/units.ts'
import type { Db } from '#main/sqlite/db.ts'
import { decimalOf, divide, type Decimal } from '#shared/decimal.ts'
import { dayMs } from '#shared/durations.ts'
import { RowDecoder } from '../../replay/row-decoder.ts'

/** The recorded prices of a currency instrument: the last one of each UTC day, ascending; `at` in UTC ms. */
export interface RateLine {
  readonly symbol: string
  readonly points: readonly RatePoint[]
}

interface RatePoint {
  readonly at: number
  readonly last: Decimal
}

/** A rate is known for a day if its price is of that day or of at most this many days before. */
const maxAgeDays = 5
const tradeKinds: readonly string[] = ['buy', 'sell']

const one = decimalOf(1)
const dateAt = (at: number): string => dateOf(Math.floor(at / dayMs))
const pairOf = (symbol: string): Pair | null => readPair({ symbol, ticker: symbol.split('@')[0] ?? '', name: '' }, null)
const isOf = ({ base, quote }: Pair, from: string, to: string): boolean =>
  (base === from && quote === to) || (base === to && quote === from)

/** Reads the rates of past days from recorded prices and from own trades of currency instruments, of all accounts. */
export function createPastRates(db: Db, tables: Pick<Cache, 'instruments' | 'instrumentDetails'>) {
  const rows = new LedgerRows(db)

  const tradesOf = (isWanted: (dimension: LedgerDimension) => boolean): LedgerDimension[] =>
    rows.dimensions().filter((each) => each.hasTrade && tradeKinds.includes(each.kind) && isWanted(each))

  /** The last price of these trades between two times (UTC ms). */
  const lastPrice = (dimensions: readonly LedgerDimension[], from: number, to: number): RatePoint | null => {
    const keys = dimensions.flatMap(({ key }) => rows.keysOfDimension(key, from, to)).sort((a, b) => a - b)
    const decoder = new RowDecoder(rows, dimensions)
    const traded = rows.byKeys(keys).flatMap((raw) => decoder.decode(raw)?.row ?? [])
    const last = traded.findLast(({ at, trade }) => at >= from && at < to && (trade?.price ?? 0n) > 0n)
    return last?.trade?.price == null ? null : { at: last.at, last: formatUnits(last.trade.price) }
  }

  /** The rate of own trades of an instrument without reference data: its ticker and the money of the trades agree. */
  const tradedRate: RateOfDay = (from, to, day) => {
    const traded = tradesOf(({ symbol, currency }) => {
      const pair = pairOf(symbol)
      return pair?.quote === currency && pair.units === 1 && isOf(pair, from, to)
    })
    const price = lastPrice(traded, (day - maxAgeDays) * dayMs, (day + 1) * dayMs)
    const isInverse = traded.some(({ symbol }) => pairOf(symbol)?.base === to)
    const rate = price === null ? null : isInverse ? divide(one, price.last, 18) : price.last
    return price === null || rate === null ? null : { rate, date: dateAt(price.at) }
  }

  /** The rates with these recorded prices. A rate is looked up once. */
  return (lines: readonly RateLine[]): RateOfDay => {
    const recorded = new Map(lines.map(({ symbol, points }) => [symbol, points]))
    const found = new Map<string, ReturnType<RateOfDay>>()

    const pricesOf = (day: number): Prices => ({
      isRefused: () => false,
      isPast: true,
      priceOf(symbol) {
        const [from, to] = [(day - maxAgeDays) * dayMs, (day + 1) * dayMs]
        const quote = recorded.get(symbol)?.findLast(({ at }) => at < to && at >= from) ?? null
        const trade = lastPrice(
          tradesOf((each) => each.symbol === symbol),
          from,
          to,
        )
        const newer = quote !== null && trade !== null && trade.at > quote.at ? trade : (quote ?? trade)
        return newer === null ? null : { price: newer.last, at: newer.at }
      },
    })

    const read: RateOfDay = (from, to, day) => {
      const instruments = tables.instruments.listCurrencies([...new Set([from, to, ...hubs])])
      const symbols = instruments.map(({ symbol }) => symbol)
      const details = new Map(
        tables.instrumentDetails.getMany(symbols).map((each) => [each.details.symbol, each.details]),
      )
      const detailsOf = (symbol: string) => details.get(symbol) ?? null
      const rates = new RateBook({ target: to, instruments, detailsOf, choices: new Map(), prices: pricesOf(day) })
      const result = rates.rateOf(from)
      if ('problem' in result) return tradedRate(from, to, day)
      return { rate: result.rate.rate, date: dateAt(result.rate.at) }
    }

    return (from, to, day) => {
      const key = `${from} ${to} ${day}`
      let rate = found.get(key)
      if (rate === undefined) found.set(key, (rate = read(from, to, day)))
      return rate
    }
  }
}
