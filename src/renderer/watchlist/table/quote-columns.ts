import { absolute, subtract, type Decimal } from '../../../shared/decimal.ts'
import type { OptionFigures, Quote } from '../../../shared/model/market.ts'
import type { QuoteColumnKey } from '../../../shared/quote-columns.ts'
import { byDecimal, byNumber, byText, type Direction } from '../../lib/sorting.ts'
import { positionInRange } from '../../ui/figures/day-range.ts'
import { targetDistance } from '../state/target-distance.ts'
import type { WatchRow } from '../state/list-quotes.svelte.ts'

type Pick = (row: WatchRow) => Decimal | null
type Order = (direction: Direction) => (a: WatchRow, b: WatchRow) => number

/** The title of a column, what it shows, below which table width (px) it is hidden, and how it sorts rows. */
export interface QuoteColumnPlan {
  readonly title: string
  /** The full name, if the title is an abbreviation. */
  readonly words?: string
  readonly hideBelow?: number
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
const price = (title: string, pick: Pick, rest: Partial<QuoteColumnPlan> = {}): QuoteColumnPlan => ({
  ...{ title, price: pick, order: byDecimal(pick) },
  ...rest,
})
const figure = (title: string, pick: Pick, rest: Partial<QuoteColumnPlan> = {}): QuoteColumnPlan => ({
  ...{ title, figure: pick, order: byDecimal(pick) },
  ...rest,
})
const held: Pick = ({ quote }) => quote?.heldQuantity ?? null
/** The size of the move to the target: the nearest comes first. */
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
  last: { title: 'Last', order: byDecimal(ofQuote('last')) },
  change: { title: 'Change', order: byDecimal(ofQuote('change')) },
  changePercent: { title: 'Change %', order: byDecimal((row) => row.quote?.changePercent ?? null) },
  sparkline: { title: 'Recorded', words: 'Sparkline of the recorded price', hideBelow: 720 },
  bid: price('Bid', ofQuote('bid'), { hideBelow: 760 }),
  bidSize: figure('Bid size', ofQuote('bidSize')),
  ask: price('Ask', ofQuote('ask'), { hideBelow: 760 }),
  askSize: figure('Ask size', ofQuote('askSize')),
  spread: price('Spread', spreadOf),
  range: { title: 'Day range', hideBelow: 880, order: byNumber(rangePosition) },
  open: price('Open', ofQuote('open')),
  high: price('High', ofQuote('high')),
  low: price('Low', ofQuote('low')),
  close: price('Previous', ofQuote('close'), { words: 'Previous close' }),
  volume: figure('Volume', ofQuote('volume'), { hideBelow: 980 }),
  turnover: figure('Turnover', ofQuote('turnover')),
  openInterest: figure('Open interest', openInterest),
  impliedVolatility: figure('IV', ofOption('impliedVolatility'), { words: 'Implied volatility', places: 2 }),
  delta: figure('Delta', ofOption('delta'), { places: 4 }),
  gamma: figure('Gamma', ofOption('gamma'), { places: 4 }),
  theta: figure('Theta', ofOption('theta'), { places: 4 }),
  vega: figure('Vega', ofOption('vega'), { places: 4 }),
  rho: figure('Rho', ofOption('rho'), { places: 4 }),
  theoreticalPrice: price('Theoretical', ofOption('theoreticalPrice'), { words: 'Theoretical price' }),
  held: { title: 'Held', words: 'Quantity held', order: byDecimal(held) },
  target: {
    title: 'Target',
    words: 'Target price and its distance',
    hideBelow: 1180,
    order: byDecimal(distanceToTarget),
  },
  time: { title: 'Time', words: 'Time of the quote', order: byNumber((row) => row.quote?.quote?.at ?? null) },
  age: { title: 'Age', words: 'Time since the last update', order: byNumber((row) => row.quote?.fetchedAt ?? null) },
  delay: { title: 'Delay', order: byNumber((row) => row.quote?.delayMinutes ?? null) },
  market: {
    title: 'Market',
    isText: true,
    order: byText((row) => (row.quote ? marketOrder[row.quote.market.state] : null)),
  },
}

/** Sorts by name, or by symbol if the name is unknown. */
export const nameOrder: Order = byText((row) => row.quote?.name ?? row.symbol)

/** The columns of a list until the user chooses others. */
export const defaultColumns: readonly QuoteColumnKey[] = [
  'last',
  'changePercent',
  'sparkline',
  'bid',
  'ask',
  'range',
  'volume',
  'market',
]

/** The full name of a column. */
export const columnWords = (key: QuoteColumnKey): string => quoteColumnPlans[key].words ?? quoteColumnPlans[key].title
