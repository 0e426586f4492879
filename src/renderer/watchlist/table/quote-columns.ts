import { absolute, subtract, type Decimal } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { OptionFigures, Quote } from '#shared/model/market.ts'
import type { QuoteColumnKey } from '#shared/quote-columns.ts'
import { byDecimal, byNumber, byText, type Direction } from '../../lib/sorting.ts'
import { positionInRange } from '../../ui/figures/day-range.ts'
import type { WatchRow } from '../state/list-quotes.svelte.ts'
import { targetDistance } from '../state/target-distance.ts'

type Pick = (row: WatchRow) => Decimal | null
type Order = (direction: Direction) => (a: WatchRow, b: WatchRow) => number

/** The width of a column in px that fits most figures. */
export const figureWidthPx = 84
/** The width of the column of target prices in px. */
export const targetWidthPx = 124

/** A column: its title, its content, its width, the table width below which it is hidden (px), and how it sorts rows. */
export interface QuoteColumnPlan {
  readonly title: () => string
  /** The full name, if the title is an abbreviation. */
  readonly words?: () => string
  readonly hideBelow?: number
  readonly width?: number
  readonly isText?: boolean
  /** A price, with the decimals of the instrument. */
  readonly price?: Pick
  /** Pieces, contracts, or a number without a unit, with all digits. */
  readonly figure?: Pick
  /** The decimal places of a figure; more if it would otherwise look like 0. */
  readonly places?: number
  readonly order?: Order
}

const ofQuote =
  (field: keyof { [K in keyof Quote as Quote[K] extends Decimal | null ? K : never]: unknown }): Pick =>
  ({ quote }) =>
    quote?.quote?.[field] ?? null
const ofOption =
  (field: keyof OptionFigures): Pick =>
  ({ quote }) =>
    quote?.quote?.option?.[field] ?? null
const price = (title: () => string, pick: Pick, rest: Partial<QuoteColumnPlan> = {}): QuoteColumnPlan => ({
  title,
  price: pick,
  order: byDecimal(pick),
  ...rest,
})
const figure = (title: () => string, pick: Pick, rest: Partial<QuoteColumnPlan> = {}): QuoteColumnPlan => ({
  title,
  figure: pick,
  order: byDecimal(pick),
  ...rest,
})
const held: Pick = ({ quote }) => quote?.heldQuantity ?? null
/** The size of the move to the target; the nearest comes first. */
const distanceToTarget: Pick = ({ quote, target }) => {
  const distance = targetDistance(target, quote?.quote?.last ?? null)
  return distance === null ? null : absolute(distance)
}
const openInterest: Pick = (row) => ofQuote('openInterest')(row) ?? ofOption('openInterest')(row)

/** Ask minus bid; `null` unless both are known. */
export const spreadOf: Pick = ({ quote }) => {
  const { ask = null, bid = null } = quote?.quote ?? {}
  return ask === null || bid === null ? null : subtract(ask, bid)
}
const rangePosition = ({ quote }: WatchRow): number | null =>
  quote?.quote ? positionInRange(quote.quote.low, quote.quote.high, quote.quote.last) : null

const marketOrder = { open: '0', closed: '1', unknown: '2' } as const

/** All columns except the name. Prices are sorted as numbers, even across currencies. */
export const quoteColumnPlans: Readonly<Record<QuoteColumnKey, QuoteColumnPlan>> = {
  last: { title: m.quotes_last, words: m.quotes_last_words, width: 92, order: byDecimal(ofQuote('last')) },
  change: { title: m.common_change, order: byDecimal(ofQuote('change')) },
  changePercent: {
    title: m.quotes_change_percent,
    words: m.quotes_change_percent_words,
    order: byDecimal((row) => row.quote?.changePercent ?? null),
  },
  sparkline: { title: m.quotes_recorded, words: m.quotes_recorded_words, hideBelow: 720, width: 104 },
  bid: price(m.quotes_bid, ofQuote('bid'), { hideBelow: 760 }),
  bidSize: figure(m.quotes_bid_size, ofQuote('bidSize')),
  ask: price(m.quotes_ask, ofQuote('ask'), { words: m.quotes_ask_words, hideBelow: 760 }),
  askSize: figure(m.quotes_ask_size, ofQuote('askSize'), { words: m.quotes_ask_size_words }),
  spread: price(m.quotes_spread, spreadOf),
  range: { title: m.quotes_range, hideBelow: 880, width: 100, order: byNumber(rangePosition) },
  open: price(m.quotes_open, ofQuote('open')),
  high: price(m.quotes_high, ofQuote('high')),
  low: price(m.quotes_low, ofQuote('low')),
  close: price(m.quotes_previous, ofQuote('close'), { words: m.quotes_previous_words }),
  volume: figure(m.quotes_volume, ofQuote('volume'), { hideBelow: 980, width: 96 }),
  turnover: figure(m.quotes_turnover, ofQuote('turnover'), { places: 0 }),
  openInterest: figure(m.quotes_open_interest, openInterest),
  impliedVolatility: figure(() => 'IV', ofOption('impliedVolatility'), {
    words: m.quotes_implied_volatility,
    places: 2,
  }),
  delta: figure(m.quotes_delta, ofOption('delta'), { places: 4 }),
  gamma: figure(m.quotes_gamma, ofOption('gamma'), { places: 4 }),
  theta: figure(m.quotes_theta, ofOption('theta'), { places: 4 }),
  vega: figure(m.quotes_vega, ofOption('vega'), { places: 4 }),
  rho: figure(m.quotes_rho, ofOption('rho'), { places: 4 }),
  theoreticalPrice: price(m.quotes_theoretical, ofOption('theoreticalPrice'), { words: m.quotes_theoretical_words }),
  held: { title: m.words_held, words: m.quotes_held_words, order: byDecimal(held) },
  target: {
    title: m.quotes_target,
    words: m.quotes_target_words,
    hideBelow: 480,
    width: targetWidthPx,
    order: byDecimal(distanceToTarget),
  },
  time: { title: m.quotes_time, words: m.quotes_time_words, order: byNumber((row) => row.quote?.quote?.at ?? null) },
  age: { title: m.quotes_age, words: m.quotes_age_words, order: byNumber((row) => row.quote?.fetchedAt ?? null) },
  delay: { title: m.quotes_delay, order: byNumber((row) => row.quote?.delayMinutes ?? null) },
  market: {
    title: m.quotes_market,
    isText: true,
    hideBelow: 480,
    width: 128,
    order: byText((row) => (row.quote ? marketOrder[row.quote.market.state] : null)),
  },
}

/** Sorts by name, or by symbol if the name is unknown. */
export const nameOrder: Order = byText((row) => row.quote?.name ?? row.symbol)

/** The full name of a column. */
export const columnWords = (key: QuoteColumnKey): string =>
  (quoteColumnPlans[key].words ?? quoteColumnPlans[key].title)()
