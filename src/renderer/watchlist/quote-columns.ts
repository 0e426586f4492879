import { byDecimal, byText, type Direction } from '../lib/sorting.ts'
import type { WatchRow } from './watchlists.svelte.ts'

/** The columns of a watchlist, in their order on screen. */
export const quoteColumnKeys = ['name', 'last', 'change', 'bid', 'ask', 'range', 'volume', 'state'] as const
export type QuoteColumnKey = (typeof quoteColumnKeys)[number]

/** A column's name, when it gives way to narrowness (px of the table), and how it orders rows. */
interface QuoteColumnPlan {
  readonly title: string
  readonly hideBelow?: number
  readonly isText?: boolean
  readonly order?: (direction: Direction) => (a: WatchRow, b: WatchRow) => number
}

/** All columns. Prices of different instruments have no order worth a click. */
export const quoteColumnPlans: Readonly<Record<QuoteColumnKey, QuoteColumnPlan>> = {
  name: { title: 'Instrument', isText: true, order: byText((row) => row.quote?.name ?? row.symbol) },
  last: { title: 'Last' },
  change: { title: 'Change', order: byDecimal((row) => row.quote?.changePercent ?? null) },
  bid: { title: 'Bid', hideBelow: 700 },
  ask: { title: 'Ask', hideBelow: 700 },
  range: { title: 'Day range', hideBelow: 820 },
  volume: { title: 'Volume', hideBelow: 940, order: byDecimal((row) => row.quote?.quote?.volume ?? null) },
  state: { title: 'Market', isText: true },
}

/** Whether a text names a column that can sort. */
export function sortableColumn(key: string): QuoteColumnPlan | undefined {
  const known = quoteColumnKeys.find((column) => column === key)
  return known && quoteColumnPlans[known].order ? quoteColumnPlans[known] : undefined
}
